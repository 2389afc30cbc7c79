import { describe, expect, it } from "vitest";
import { elementWords, isHello, pathOf, readNews } from "@/domain/bridge";
import { Budget } from "@/domain/budget";
import { EMPTY_LOG, errorsIn, LINES_KEPT, withLines } from "@/domain/lineLog";
import { DEVICES, deviceOf, inRange, laidOut, turned } from "@/domain/sizes";

const line = { level: "log", text: "x", at: 1 } as const;
const PICKED = { tag: "a", role: "link", name: "Hours", text: "Hours", path: "main > a", classes: ["cta"] };

describe("what a page says", () => {
  it("is taken when it has the shape", () => {
    const news = readNews({ kind: "news", lines: [line], lost: 2, place: { path: "/a", back: true, forward: false }, picked: PICKED });
    expect(news).toEqual({ lines: [{ ...line, source: "" }], lost: 2, place: { path: "/a", back: true, forward: false }, picked: PICKED });
  });

  it("may be that nothing is at its address, in exactly that word", () => {
    const place = { path: "/a", back: false, forward: false };
    expect(readNews({ kind: "news", lines: [], lost: 0, place: { ...place, dead: true } })?.place).toEqual({ ...place, dead: true });
    expect(readNews({ kind: "news", lines: [], lost: 0, place: { ...place, dead: "yes" } })?.place).toEqual(place);
  });

  it.each([
    null,
    "news",
    [],
    { kind: "other" },
    { kind: "news", lines: Array(501).fill(line), lost: 0 },
    { kind: "news", lines: [{ ...line, level: "fatal" }], lost: 0 },
    { kind: "news", lines: [{ ...line, text: "x".repeat(1001) }], lost: 0 },
    { kind: "news", lines: [{ ...line, text: { toString: () => "x" } }], lost: 0 },
    { kind: "news", lines: [{ ...line, at: Number.NaN }], lost: 0 },
    { kind: "news", lines: [], lost: -1 },
    { kind: "news", lines: [], lost: 0, place: { path: "https://elsewhere.example", back: true, forward: true } },
    { kind: "news", lines: [], lost: 0, picked: {} },
    { kind: "news", lines: [], lost: 0, picked: { ...PICKED, text: "x".repeat(201) } },
    { kind: "news", lines: [], lost: 0, picked: { ...PICKED, classes: Array(7).fill("a") } },
    { kind: "news", lines: [], lost: 0, picking: "yes" },
  ])("is nothing otherwise: %#", (data) => {
    expect(readNews(data)).toBeNull();
  });

  it("holds nothing that turns the writing around", () => {
    expect(readNews({ kind: "news", lines: [{ ...line, text: "a\u202eb\u0000c\n" }], lost: 0 })?.lines[0]?.text).toBe("abc\n");
  });

  it("begins with a hello of this version", () => {
    expect([isHello({ chatbuilder: "hello", version: 1 }), isHello({ chatbuilder: "hello", version: 2 }), isHello(null)]).toEqual([true, false, false]);
  });
});

describe("an address in the app", () => {
  it.each([
    ["about", "/about"],
    ["/a?b=1#c", "/a?b=1#c"],
    ["//elsewhere.example/x", "/elsewhere.example/x"],
    ["https://elsewhere.example/", null],
    ["javascript:alert(1)", null],
    ["https://app.invalid/in", "/in"],
    ["x".repeat(501), null],
  ])("%s", (typed, path) => {
    expect(pathOf(typed, "https://app.invalid")).toBe(path);
  });
});

describe("the log", () => {
  it("keeps the newest ten thousand and counts the rest", () => {
    const many = Array.from({ length: 500 }, () => ({ ...line, source: "" }));
    let log = withLines(EMPTY_LOG, [{ ...line, level: "error", source: "" }], 3);
    expect(errorsIn(log)).toBe(1);
    for (let round = 0; round < 21; round += 1) log = withLines(log, many, 0);
    expect([log.lines.length, log.counts.log, log.counts.error, log.gone, errorsIn(log)]).toEqual([LINES_KEPT, LINES_KEPT, 0, 504, 0]);
    expect(log.lines.at(-1)?.id).toBe(10_501);
  });
});

describe("a budget", () => {
  it("lets a burst through and then its rate", () => {
    const budget = new Budget(3, 10);
    expect([1, 1, 1, 1].map((now) => budget.spend(now))).toEqual([true, true, true, false]);
    expect(budget.spend(201)).toBe(true);
  });
});

describe("a size", () => {
  it("is drawn smaller where there is no room, and turned on its side", () => {
    expect(laidOut(DEVICES.laptop, { width: 640, height: 500 })).toEqual({ width: 1280, height: 800, scale: 0.5 });
    expect(laidOut(DEVICES.whole, { width: 640, height: 500 })).toEqual({ width: 640, height: 500, scale: 1 });
    expect(laidOut(DEVICES.phone, { width: 640, height: 500 })).toEqual({ width: 390, height: 500, scale: 1 });
    expect([deviceOf(turned(DEVICES.phone)), deviceOf({ width: 391, height: 844 })]).toEqual(["phone", null]);
    expect([inRange(1), inRange(9999), inRange(400.4)]).toEqual([280, 1920, 400]);
  });
});

it("an element in words is plain text of what there is", () => {
  expect(elementWords({ ...PICKED, role: "", text: "" })).toEqual({ label: 'a "Hours"', detail: "tag: a\nname: Hours\npath: main > a\nclasses: cta" });
});

it("news with a hole in a list is no news", () => {
  const news = { kind: "news", lost: 0 };
  // oxlint-disable-next-line no-sparse-arrays -- what a page may send
  for (const part of [{ lines: [, ,] }, { blocked: [, "a.example"] }, { picked: { tag: "a", role: "", name: "", text: "", path: "", classes: [,] } }]) expect(readNews({ ...news, lines: [], ...part })).toBeNull();
});
