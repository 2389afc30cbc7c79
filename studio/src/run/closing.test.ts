import { describe, expect, it } from "vitest";
import { closingWords } from "@/run/closing";
import type { Done, Entry } from "@/run/view";

const done = (summary: string | null, status: Done["status"] = "completed") => ({ status, summary }) as Done;
const text = (words: string): Entry => ({ kind: "text", id: "t1", text: words, open: false, at: "", ended: null });
const revision: Entry = { kind: "note", id: "n1", note: { type: "revision", data: { revision_id: "rev_1", parent_revision_id: null, message: "Made." } } };

describe("what a run said at its end", () => {
  it("is shown where only its last tool had it", () => {
    expect(closingWords({ done: done(" It is there already. "), entries: [text("I look.")] })).toBe("It is there already.");
  });

  it.each([
    ["as words", [text("It is there already.\n")]],
    ["as words that were too long for a summary", [text("It is there already, and more.")]],
    ["with its revision", [revision]],
  ])("is not shown again where it stands %s", (_, entries) => {
    expect(closingWords({ done: done("It is there already…"), entries })).toBeNull();
  });

  it("is nothing while it works, or where it came to no end", () => {
    expect([closingWords({ done: null, entries: [] }), closingWords({ done: done(null), entries: [] }), closingWords({ done: done("Why not", "failed"), entries: [] })]).toEqual([null, null, null]);
  });
});
