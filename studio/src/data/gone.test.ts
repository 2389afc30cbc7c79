import { expect, it } from "vitest";
import { ProblemError } from "@/data/api";
import { stillThere } from "@/data/gone";

const refused = (status: number) => new ProblemError({ status, code: "X", title: "t", type: "about:blank", retryable: false } as never, new Response());

it.each([
  [null, "app"],
  [new Error("offline"), "app"],
  [refused(503), "app"],
  [refused(404), undefined],
])("after %s what was read is %s", (error, left) => {
  expect(stillThere({ data: "app", error })).toBe(left);
});
