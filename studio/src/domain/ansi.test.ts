import { expect, describe, it } from "vitest";
import { printed } from "@/domain/ansi";

const text = (output: string) => printed(output, 100).lines.map((line) => line.map((span) => span.text).join(""));

describe("what a program printed", () => {
  it("is its lines with their tones, over the end of a line", () => {
    const { lines } = printed("\u001b[1;31mFAIL\u001b[0m a\n\u001b[32mok\nstill\u001b[39m plain\n", 100);
    expect(lines).toEqual([
      [{ text: "FAIL", tint: "bad", strong: true }, { text: " a", tint: "plain", strong: false }],
      [{ text: "ok", tint: "ok", strong: false }],
      [{ text: "still", tint: "ok", strong: false }, { text: " plain", tint: "plain", strong: false }],
    ]);
  });

  it("has nothing that a terminal would obey", () => {
    expect(text("a\u001b[2Jb\u001b]0;title\u0007c\u001b]8;;http://x\u001b\\d\u001bcE\u0000\u0008\u202ef")).toEqual(["abcdEf"]);
    expect(text("\u001b[38;5;200mx\u001b[?25ly\u001b[")).toEqual(["xy"]);
  });

  it("shows the last state of a line that was written over", () => expect(text("10%\r50%\r100%\r\ndone")).toEqual(["100%", "done"]));

  it("ends with the last lines, and says how many there were before", () => {
    const { lines, before } = printed(Array.from({ length: 12 }, (_, at) => at).join("\n"), 5);
    expect([lines.length, before, lines[0]?.[0]?.text]).toEqual([5, 7, "7"]);
  });

  it("is read in time, whatever it is", () => {
    const began = performance.now();
    printed("\u001b[".repeat(50_000) + "\u001b]".repeat(50_000), 100);
    expect(performance.now() - began).toBeLessThan(2000);
  });
});
