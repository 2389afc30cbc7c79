import { describe, expect, it } from "vitest";
import { beginningOf, untilLine, withoutMarks } from "@/domain/quoted";

const TEXT = "| cm | 7.20 |\n| cm | 5.76 |\n\nPlain words.\n\n## 7.5 Looks\n\nCalm. **Clay**.\n";

describe("a quote", () => {
  it("begins at the heading above it, and at itself where it is one", () => {
    const [heading, clay] = [TEXT.indexOf("## 7.5"), TEXT.indexOf("**Clay")];
    expect(beginningOf(TEXT, clay, false)).toBe(heading);
    expect(beginningOf(TEXT, heading, false)).toBe(heading);
  });

  it("else begins at a line, and never inside a table", () => {
    const words = TEXT.indexOf("Plain");
    expect(TEXT.slice(beginningOf(TEXT, words, false), words).trim()).toBe("");
    expect(beginningOf(TEXT, words, true)).toBe(0);
    expect(beginningOf("half a line that goes on", 5, false)).toBe(5);
    expect(beginningOf("cut\n| a |\n| b |\nIt costs.", 16, false)).toBe(16);
  });

  it("ends with a whole line, or a whole word", () => {
    expect(untilLine("one\ntwo thr")).toBe("one\n");
    expect(untilLine("one two thr")).toBe("one two ...");
    expect(untilLine("")).toBe(" ...");
  });

  it("has no marks, and all its words", () => {
    expect(withoutMarks(TEXT)).toBe("cm, 7.20\ncm, 5.76\n\nPlain words.\n\n7.5 Looks\n\nCalm. Clay.\n");
    expect(withoutMarks("| a | b |\n|---|--:|\n| 1 | 2 |\n- *one* of [two](x.html)\n  * [x] 2 * 3 = snake_case_\n> `said`")).toBe("a, b\n1, 2\n• one of two\n  • 2 * 3 = snake_case\nsaid");
    expect(withoutMarks("")).toBe("");
  });
});
