import { expect, it } from "vitest";
import { staleWhy } from "@/domain/stale";

it("knows each sentence that the server says of what a newer text has left behind", () => {
  expect(staleWhy("Its text has changed in version 2.")).toEqual({ kind: "changed", version: 2 });
  expect(staleWhy("The text of its node has changed in version 12.")).toEqual({ kind: "changed", version: 12 });
  expect(staleWhy("Version 3 has no such node.")).toEqual({ kind: "gone", version: 3 });
  expect(staleWhy("The text no longer says it.")).toEqual({ kind: "unsaid" });
  expect(staleWhy("Rosa says so.")).toEqual({ kind: "said", words: "Rosa says so." });
});
