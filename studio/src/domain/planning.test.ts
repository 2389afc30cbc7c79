import { expect, it } from "vitest";
import { pieceOf, TEXT_MOST, textFault, wordsOf } from "@/domain/planning";

it("a place is shown with what stands around it, and of a long one the beginning", () => {
  expect(pieceOf([])).toBeNull();
  expect(pieceOf([{ start: 100, end: 150 }, { start: 9_000, end: 9_100 }])).toEqual({ from: 0, to: 750, start: 100, end: 150 });
  expect(pieceOf([{ start: 1_000, end: 20_000 }])).toEqual({ from: 400, to: 7_600, start: 600, end: 6_600 });
});

it("a text is words, and not more than the API takes", () => {
  expect(textFault(" \n")).toBe("empty");
  expect(textFault("ä".repeat(TEXT_MOST / 2))).toBeNull();
  expect(textFault("ä".repeat(TEXT_MOST / 2 + 1))).toBe("long");
});

it("a file that is no text has no words", () => {
  const bytes = (...values: number[]) => new Uint8Array(values).buffer;
  expect(wordsOf(bytes(0xc3, 0xa4, 0x0a))).toBe("ä\n");
  expect(wordsOf(bytes(0xff, 0xd8))).toBeNull();
  expect(wordsOf(bytes(0x41, 0x00))).toBeNull();
});
