import { describe, expect, it } from "vitest";
import { headerOf, textLines } from "@/domain/textLines";

describe("two texts", () => {
  it("are compared line by line, with as few lines as it takes", () => {
    expect(textLines("a\nb\nc", "a\nx\nc\nd")).toEqual([" a", "-b", "+x", " c", "+d"]);
    expect(textLines("b\nc", "a\nb\nc")).toEqual(["+a", " b", " c"]);
    expect(textLines("a\nb\na", "b\na\nb")).toHaveLength(4);
    expect(textLines("same", "same")).toEqual([" same"]);
  });

  it("may be missing on one side, or both", () => {
    expect(textLines(null, "a\nb")).toEqual(["+a", "+b"]);
    expect(textLines("a\nb", null)).toEqual(["-a", "-b"]);
    expect(textLines(null, "")).toEqual([]);
  });

  it("keep every line of both, whatever they are", () => {
    const letters = ["a", "b", "c", ""];
    const text = (seed: number) => Array.from({ length: 6 }, (_, at) => letters[(seed >> (2 * at)) & 3]).join("\n");
    for (let seed = 0; seed < 4096; seed += 37) {
      const [before, after] = [text(seed), text((seed * 31) % 4096)];
      const lines = textLines(before, after);
      const side = (sign: string) => lines.filter((line) => !line.startsWith(sign)).map((line) => line.slice(1)).join("\n");
      expect([side("+"), side("-")]).toEqual([before, after]);
    }
  });

  it("that are very long are what went and what came", () => {
    const long = Array.from({ length: 401 }, (_, at) => `${at}`).join("\n");
    expect(textLines(long, "x").at(-1)).toBe("+x");
    expect(headerOf(["-a", "+b", "+c", " d"])).toBe("@@ -1,2 +1,3 @@");
  });
});
