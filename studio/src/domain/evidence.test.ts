import { expect, it } from "vitest";
import { checksOf } from "@/domain/evidence";

it("a line is shown by what names it, each file once and as it passed last", () => {
  const one = { path: "a.json", criteria: ["It adds", "It prints"] };
  const two = { path: "b.test.ts", criteria: ["It adds"] };
  const evidence = [{ revision_id: "rev_1", shown_by: [one, two] }, { revision_id: "rev_0" }, { revision_id: "rev_2", shown_by: [one] }];
  expect(checksOf(evidence, "It adds").map(({ check, revision }) => [check.path, revision])).toEqual([["a.json", "rev_2"], ["b.test.ts", "rev_1"]]);
  expect(checksOf(evidence, "It adds.")).toEqual([]);
});
