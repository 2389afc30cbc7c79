import { describe, expect, it } from "vitest";
import { createCache } from "@/app/cache";
import { ProblemError } from "@/data/api";

const { retry, retryDelay } = createCache().getDefaultOptions().queries ?? {};

function refused(status: number, headers: Record<string, string> = {}): ProblemError {
  return new ProblemError({ status, code: "RATE_LIMITED", detail: "" } as never, new Response("", { status, headers }));
}

const again = (error: Error, count = 0) => typeof retry === "function" && retry(count, error);
const after = (error: Error, count = 0) => (typeof retryDelay === "function" ? retryDelay(count, error) : null);

describe("what is read", () => {
  it("is asked for again when no answer came, and not when the answer was a reason", () => {
    expect([again(new TypeError("network")), again(refused(503)), again(refused(404)), again(refused(422))]).toEqual([true, true, false, false]);
    expect(again(new TypeError("network"), 2)).toBe(false);
    expect([0, 1, 9].map((count) => after(new TypeError("network"), count))).toEqual([1000, 2000, 30_000]);
  });

  it("too often is asked for again at the moment that the line names, if a page can wait for it", () => {
    const soon = refused(429, { "Retry-After": "7" });
    expect([again(soon), after(soon), again(soon, 2)]).toEqual([true, 7000, false]);
    expect([refused(429, { "Retry-After": "3600" }), refused(429)].map((error) => again(error))).toEqual([false, false]);
  });
});
