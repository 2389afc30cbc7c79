import { describe, expect, it } from "vitest";
import { chosen, merged } from "@/features/code/merge";

const BASE = "one\ntwo\nthree\nfour\nfive\n";

describe("two versions of a text", () => {
  it("that changed different places are merged without a question", () => {
    const parts = merged(BASE, BASE.replace("one", "ONE"), BASE.replace("five", "FIVE"));
    expect(parts.every(({ kind }) => kind === "agreed")).toBe(true);
    expect(chosen(parts, [])).toBe("ONE\ntwo\nthree\nfour\nFIVE\n");
  });

  it("that made the same change agree", () => {
    const same = BASE.replace("two", "2");
    expect(chosen(merged(BASE, same, same), [])).toBe(same);
  });

  it("that changed one place ask, and are what is chosen", () => {
    const parts = merged(BASE, BASE.replace("three", "theirs"), BASE.replace("three", "mine"));
    expect(parts.filter(({ kind }) => kind === "clash")).toEqual([{ kind: "clash", base: ["three"], theirs: ["theirs"], mine: ["mine"] }]);
    expect(chosen(parts, [])).toBe(BASE.replace("three", "mine"));
    expect(chosen(parts, ["theirs"])).toBe(BASE.replace("three", "theirs"));
    expect(chosen(parts, ["both"])).toBe(BASE.replace("three", "theirs\nmine"));
  });

  it("of thousands of lines are one place", () => {
    const long = "x\n".repeat(6000);
    expect(merged(long, `${long}a`, `${long}b`)).toHaveLength(1);
  });

  it("of nothing are nothing", () => {
    expect(chosen(merged("", "", ""), [])).toBe("");
    expect(chosen(merged("", "a", "b"), ["both"])).toBe("a\nb");
  });
});
