import { describe, expect, it } from "vitest";
import { explained } from "@/domain/explained";

const WORDS = { assumed: "Assumed", files: "What changed", noFile: "No file differs." };
const told = { summary: "It is blue now. So is the footer.", rationale: "You asked for the sea.", assumptions: ["Formal German"], files: [{ sentence: "src/a.ts changed in App." }] };

describe("an explanation", () => {
  it("begins with why, and leaves out what stands beside it", () => {
    expect(explained(told, WORDS, [told.summary, "Formal German"])).toBe("You asked for the sea.\n\n**What changed**\n\n- src/a.ts changed in App.");
    expect(explained(told, WORDS, ["It is blue n…"])).not.toContain("It is blue");
  });

  it("has all of it where nothing does", () => {
    expect(explained(told, WORDS, [])).toBe("You asked for the sea.\n\nIt is blue now. So is the footer.\n\n**Assumed**\n\n- Formal German\n\n**What changed**\n\n- src/a.ts changed in App.");
    expect(explained(told, WORDS, ["It is blue now."])).toContain("So is the footer.");
  });

  it("says so where there is nothing to say", () => {
    expect(explained({ summary: null, rationale: "", assumptions: [], files: [] }, WORDS, [""])).toBe("**What changed**\n\nNo file differs.");
  });
});
