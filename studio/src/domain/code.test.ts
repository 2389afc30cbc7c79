import { describe, expect, it } from "vitest";
import { byteSize } from "@/domain/byteSize";
import { kindOf, pictureType } from "@/domain/fileKinds";
import { byFile, foundIn } from "@/domain/found";
import { parsePlace } from "@/domain/place";
import { marksOf, pathsWith, treeRows } from "@/domain/tree";

const PATHS = ["README.md", "src/b.ts", "src/a/z.ts", "src/a/Ä.ts", "a.ts", "src-more/x"];

describe("a tree of files", () => {
  it("has folders first, each line with its level and its place", () => {
    const rows = treeRows(PATHS, new Set());
    expect(rows.map(({ path }) => path)).toEqual(["src", "src/a", "src/a/Ä.ts", "src/a/z.ts", "src/b.ts", "src-more", "src-more/x", "a.ts", "README.md"]);
    expect(rows[2]).toEqual({ path: "src/a/Ä.ts", name: "Ä.ts", level: 3, folder: false, at: 1, of: 2 });
  });

  it("leaves out what is in a closed folder", () => {
    expect(treeRows(PATHS, new Set(["src", "src-more"])).map(({ name }) => name)).toEqual(["src", "src-more", "a.ts", "README.md"]);
    expect(treeRows([], new Set())).toEqual([]);
  });

  it("is stood by names that mean something to JavaScript", () => {
    expect(treeRows(["__proto__/constructor", "toString"], new Set()).map(({ path }) => path)).toEqual(["__proto__", "__proto__/constructor", "toString"]);
    expect(pictureType("x.constructor")).toBeNull();
  });

  it("is found by words of a path", () => {
    expect(pathsWith(PATHS, " SRC  z")).toEqual(["src/a/z.ts"]);
    expect(pathsWith(PATHS, "")).toEqual(PATHS);
    expect(pathsWith(PATHS, "(.*")).toEqual([]);
  });

  it("says what is new and what is changed", () => {
    const file = (path: string, sha256: string) => ({ path, sha256 });
    const marks = marksOf([file("a", "1"), file("b", "2"), file("c", "3")], [file("a", "1"), file("b", "0"), file("gone", "9")]);
    expect([...marks]).toEqual([["b", "changed"], ["c", "added"]]);
  });
});

it("a search's answer is read as lines of files that there are", () => {
  const answer = "Names: src/a.ts\nsrc/a.ts:12: const b = \"x: 3\"\nsrc/a.ts:14: \nother.ts:1: no\nsrc/a.ts:x: no\n(5 more lines)";
  const found = foundIn(answer, new Set(["src/a.ts"]));
  expect(found).toEqual([{ path: "src/a.ts", line: 12, text: 'const b = "x: 3"' }, { path: "src/a.ts", line: 14, text: "" }]);
  expect(byFile(found)).toEqual([["src/a.ts", found]]);
});

it("an address may name a file and a line of it, and nothing odd", () => {
  expect(parsePlace({ tab: "code", file: "src/a.ts", line: 3 })).toEqual({ tab: "code", file: "src/a.ts", line: 3 });
  expect(parsePlace({ file: "a", line: -1 })).toEqual({ file: "a" });
  expect(parsePlace({ file: "a".repeat(501) })).toEqual({});
  expect(parsePlace({ file: 7, line: 3 })).toEqual({});
});

it("a file is shown as what it is", () => {
  expect(kindOf("a.ts", 10, "utf-8")).toBe("text");
  expect(kindOf("a.PNG", 10, "base64")).toBe("picture");
  expect(kindOf("a.woff2", 10, "base64")).toBe("binary");
  expect(kindOf("a.ts", 5_000_000, "utf-8")).toBe("large");
  expect([byteSize(12, "en"), byteSize(1500, "de"), byteSize(5_000_000, "en")]).toEqual(["12 byte", "1,5 kB", "5 MB"]);
});
