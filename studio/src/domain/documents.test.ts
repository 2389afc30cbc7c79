import { describe, expect, it } from "vitest";
import { depthsOf, headingsOf, hunksOf, isComparable, lineWith, linesOf, pieceAt, sectionsOf, unitsTo } from "@/domain/documents";

const kept = (id: string, replaces: string | null = null) => ({ id, replaces });

describe("versions", () => {
  it("stand behind the newest of their line, and a text on its own has one", () => {
    const lines = linesOf([kept("c", "b"), kept("x"), kept("b", "a"), kept("a")]);
    expect(lines.map(({ versions }) => versions.map(({ id }) => id))).toEqual([["c", "b", "a"], ["x"]]);
    expect(lineWith(lines, "a")?.newest.id).toBe("c");
    expect(lineWith(lines, "z")).toBeNull();
  });

  it("whose older text is gone, and two that replace the same, are all found", () => {
    const lines = linesOf([kept("c", "gone"), kept("b", "a"), kept("d", "a"), kept("a")]);
    expect(lines.map(({ versions }) => versions.map(({ id }) => id))).toEqual([["c"], ["b", "a"], ["d", "a"]]);
  });
});

describe("headings", () => {
  const TEXT = "Before\n# One\n\n```\n# no heading\n```\n## Two ##\ntext\n";
  it("are found where they stand, and none in code", () => {
    const found = headingsOf(TEXT);
    expect(found).toEqual([{ title: "One", level: 1, at: 7 }, { title: "Two", level: 2, at: TEXT.indexOf("## Two") }]);
    expect(depthsOf([{ title: "a", level: 2, at: 0 }, { title: "b", level: 6, at: 3 }])).toEqual([0, 3]);
  });

  it("cut a text into sections that together are all of it", () => {
    const place = TEXT.indexOf("text");
    const sections = sectionsOf(TEXT, headingsOf(TEXT), place);
    expect(sections.map(({ text }) => text).join("")).toBe(TEXT);
    expect(sections.map(({ at }) => at)).toEqual([0, 7, TEXT.indexOf("## Two"), place]);
  });
});

it("a place counts characters as people do, not halves of them", () => {
  expect(unitsTo("a😀b", 2)).toBe(3);
  expect(unitsTo("ab", 9)).toBe(2);
  expect([pieceAt(99_999), pieceAt(100_000)]).toEqual([0, 100_000]);
});

describe("a comparison", () => {
  const before = Array.from({ length: 30 }, (_, at) => `line ${at}`);
  it("has some lines around each change, and those that are near are one", () => {
    const hunks = hunksOf(before, [{ from: 5, gone: ["line 5"], come: ["new 5", "more"] }, { from: 8, gone: [], come: ["put in"] }, { from: 25, gone: ["line 25"], come: [] }]);
    expect(hunks.map(({ header }) => header)).toEqual(["@@ -3 +3 @@", "@@ -23 +25 @@"]);
    expect(hunks[0]?.lines).toEqual([" line 2", " line 3", " line 4", "-line 5", "+new 5", "+more", " line 6", " line 7", "+put in", " line 8", " line 9", " line 10"]);
    expect(hunks[1]?.lines).toEqual([" line 22", " line 23", " line 24", "-line 25", " line 26", " line 27", " line 28"]);
  });

  it("is not begun with what would take too long", () => {
    expect(isComparable("a\nb", "a")).toBe(true);
    expect(isComparable("\n".repeat(7_000))).toBe(false);
  });
});
