import { describe, expect, it } from "vitest";
import { differing, fieldsOf, isWrongBudget, restoredOptions, USUAL } from "@/domain/sendOptions";

const app = { autonomy_mode: "off", review: "after" };

describe("how one message is to be worked on", () => {
  it("is left to the app where nothing is chosen", () => {
    expect(fieldsOf(USUAL)).toEqual({});
    expect(differing(USUAL, app)).toEqual([]);
  });

  it("is said where something is chosen, and told where it differs", () => {
    const chosen = { ...USUAL, model: "deep", autonomy: "suggest", review: "after", dollars: "0,5" } as const;
    expect(fieldsOf(chosen)).toEqual({ mode: "deep", autonomy: "suggest", review: "after", budget: { dollars: 0.5 } });
    expect(differing(chosen, app)).toEqual(["model", "autonomy", "dollars"]);
  });

  it("has no way of working for what changes nothing", () => {
    const chosen = { ...USUAL, autonomy: "suggest", review: "before" } as const;
    expect(fieldsOf({ ...chosen, wish: "ask" })).toEqual({ only: "answer" });
    expect(fieldsOf({ ...chosen, wish: "plan" })).toEqual({ only: "plan" });
    expect(differing({ ...chosen, wish: "ask" }, app)).toEqual([]);
  });

  it.each(["0", "-1", "x", "1e999"])("has no budget of %s", (dollars) => {
    expect(isWrongBudget({ ...USUAL, dollars })).toBe(true);
  });

  it.each(["", " ", "0.01", "2,5"])("may have a budget of '%s'", (dollars) => {
    expect(isWrongBudget({ ...USUAL, dollars })).toBe(false);
  });

  it.each([null, "", "{", "7", "null", '{"wish":"fly","model":5,"dollars":"99999999999999999999999"}'])("kept as %j is the usual", (stored) => {
    expect(restoredOptions(stored)).toEqual(USUAL);
  });

  it("is restored as it was kept", () => {
    const chosen = { ...USUAL, wish: "ask", model: "fast", dollars: "2" } as const;
    expect(restoredOptions(JSON.stringify(chosen))).toEqual(chosen);
  });
});
