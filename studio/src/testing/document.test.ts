import { HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { OPERATIONS, undocumented } from "@/testing/document";
import { answers, ask, EXAMPLES, notAllowed, SERVER } from "@/testing/handlers";

const RUN = "/runs/run_1";

describe("what the document does not allow", () => {
  it.each<[string, string, number, unknown, string | null]>([
    ["GET", RUN, 200, {}, null],
    ["GET", RUN, 200, { status: "completed", steps: [] }, null],
    ["GET", RUN, 200, { status: "done" }, '.status: "done" is none of'],
    ["GET", RUN, 200, { state: "completed" }, 'has no "state"'],
    ["GET", RUN, 200, { cancel_requested: "yes" }, '.cancel_requested: "yes" is no boolean'],
    ["GET", RUN, 200, { bounds: { dollars: null } }, ".bounds.dollars: null is no number"],
    ["GET", "/admin/apps", 200, { items: [{ id: "app_1" }, { id: 7 }] }, ".items[1].id: 7 is no string"],
    ["GET", RUN, 201, {}, "is never answered with 201"],
    ["GET", "/runs", 200, {}, "no such route"],
    ["DELETE", RUN, 204, null, "no such route"],
    ["GET", RUN, 404, { code: "NOT_FOUND" }, null],
    ["GET", RUN, 404, { code: "GONE" }, '.code: "GONE" is none of'],
    ["PUT", "/admin/budgets", 409, { code: "RUN_ACTIVE" }, '.code: "RUN_ACTIVE" is none of'],
  ])("of %s %s %s %j is %s", (method, path, status, body, fault) => {
    const found = undocumented(method, path, status, body);
    if (fault === null) expect(found).toEqual([]);
    else expect(found.join()).toContain(fault);
  });

  it("is nothing of its own examples, of which every route in JSON has one", () => {
    expect(OPERATIONS.length).toBeGreaterThan(100);
    const faults = OPERATIONS.flatMap(({ method, path, status, example }) => undocumented(method, path.replaceAll(/\{\w+\}/g, "x"), status, example));
    expect(faults).toEqual([]);
    expect(OPERATIONS.filter(({ example }) => example === undefined)).toEqual([]);
  });
});

describe("a server made from the document", () => {
  it("answers as the API did, and a test says otherwise in its place", async () => {
    const asked = () => new Request(`${SERVER}/me`);
    const example = OPERATIONS.find(({ path }) => path === "/me")?.example;
    expect(await (await ask(EXAMPLES, asked())).json()).toEqual(example);
    const other = answers("get", "/me", { subject: "ann" });
    expect(await (await ask([other, ...EXAMPLES], asked())).json()).toEqual({ subject: "ann" });
    expect(notAllowed).toEqual([]);
  });

  it("is caught where it says what the API never says", async () => {
    const wrong = answers("get", "/me", () => HttpResponse.json({ name: "ann" }) as Response);
    await ask([wrong], new Request(`${SERVER}/me`));
    expect(notAllowed.splice(0)).toEqual(['GET /me 200: the document has no "name"']);
  });
});
