import { afterEach, expect, it } from "vitest";
import { ProblemError } from "@/data/api";
import { detailOf, reasonOf, tellReasons } from "@/data/problem";
import { de } from "@/messages/de";

const refused = (code: string) => new ProblemError({ code, detail: "A run is at work.", status: 409, title: "Conflict", type: "about:blank", request_id: "req_1" } as never, new Response());

afterEach(() => tellReasons({}));

it("says why not in the person's language by the server's code, and else in the server's words", () => {
  expect(detailOf(refused("RUN_ACTIVE"))).toBe("A run is at work.");
  tellReasons(de.reasons);
  expect(detailOf(refused("RUN_ACTIVE"))).toContain("Gerade arbeitet ein Lauf");
  expect(detailOf(refused("VALIDATION_FAILED"))).toBe("A run is at work.");
  expect(detailOf(refused("constructor"))).toBe("A run is at work.");
  expect(reasonOf("APPROVAL_TIMEOUT", "Nobody answered.")).toContain("Niemand");
  expect(reasonOf(null, "Nobody answered.")).toBe("Nobody answered.");
  expect(detailOf(new Error("offline"))).toBe("");
});
