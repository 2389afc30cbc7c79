import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { AUTONOMY, MODES, REVIEW } from "@/domain/choices";
import { BOUNDS, DEMANDS, envField, EVALUATOR, formOf, LENGTHS, LIMITS, patchOf, unsaved } from "@/domain/settings";
import { fieldOf, wrongs } from "@/domain/settingsFaults";
import { faultsOf } from "@/domain/values";

const APP = {
  name: "Rosa",
  instructions: "",
  pinned_note: "",
  autonomy_mode: "off" as const,
  review: "after" as const,
  evaluator: "build" as const,
  settings: {
    gates: { types: "required" as const, tests: "advisory" as const, page: "off" as const, acceptance: "required" as const },
    limits: { run_dollars: 1.5, run_tokens: null, run_model_calls: null, run_seconds: null },
    models: { auto: "gpt" },
    api_hosts: ["a.example", "b.example:8080"],
    env: { VITE_B: "2", VITE_A: "one\ntwo" },
  },
};
const FORM = formOf(APP);

describe("the form of an app", () => {
  it("says every field and nothing else, and back again", () => {
    expect(FORM["limits.run_dollars"]).toBe("1.5");
    expect(FORM["models.fast"]).toBe("");
    expect(patchOf(APP, {})).toEqual({});
    expect(patchOf(APP, { "gates.page": "off" }).settings).toEqual(APP.settings);
  });

  it("sends only the fields that were changed, settings as a whole", () => {
    expect(patchOf(APP, { name: " Rosa 2 ", pinned_note: " x " })).toEqual({ name: "Rosa 2", pinned_note: " x " });
    const patch = patchOf(APP, { "limits.run_dollars": "", "limits.run_seconds": "60", "models.auto": "", "models.fast": "m" });
    expect(patch).toEqual({
      settings: {
        ...APP.settings,
        limits: { run_dollars: null, run_tokens: null, run_model_calls: null, run_seconds: 60 },
        models: { fast: "m" },
      },
    });
  });

  it("leaves alone what somebody else saved meanwhile", () => {
    const now = { ...APP, settings: { ...APP.settings, api_hosts: ["c.example"] } };
    expect(patchOf(now, { "gates.types": "off" }).settings?.api_hosts).toEqual(["c.example"]);
  });

  it("knows what is not saved: not what is as stored, nor what is no field", () => {
    expect(unsaved(FORM, { name: "Rosa", review: "before", ["odd" as never]: "x" })).toEqual({ review: "before" });
  });
});

describe("what cannot be saved", () => {
  it.each([
    ["limits.run_dollars", "0"],
    ["limits.run_dollars", "1000.01"],
    ["limits.run_dollars", "much"],
    ["limits.run_tokens", "999"],
    ["limits.run_tokens", "10000001"],
    ["limits.run_tokens", "1000.5"],
    ["limits.run_model_calls", "201"],
    ["limits.run_seconds", "-10"],
    ["name", "   "],
    ["name", "x".repeat(101)],
    ["instructions", "x".repeat(20_001)],
    ["api_hosts", Array.from({ length: 51 }, (_, at) => `h${at}.example`).join("\n")],
    ["env", envField([{ name: "SECRET", value: "x" }])],
    ["env", envField(Array.from({ length: 51 }, (_, at) => ({ name: `VITE_${at}`, value: "" })))],
  ] as const)("%s: %s", (name, written) => {
    expect(Object.keys(wrongs({ ...FORM, [name]: written }))).toEqual([name]);
  });

  it.each([
    ["limits.run_dollars", "0,5"],
    ["limits.run_dollars", "1000"],
    ["limits.run_tokens", " 1000 "],
    ["limits.run_seconds", ""],
    ["name", "🌹".repeat(100)],
    ["env", envField([{ name: "", value: "" }])],
  ] as const)("but %s: %s can", (name, written) => {
    expect(wrongs({ ...FORM, [name]: written })).toEqual({});
  });

  it("is said of a value that is too long", () => {
    expect(faultsOf([{ name: "VITE_A", value: "x".repeat(4096) }, { name: "VITE_B", value: "x".repeat(4097) }])).toEqual([null, "long"]);
  });
});

describe("a refusal of the API", () => {
  it.each([
    ["settings.limits.run_dollars", "limits.run_dollars"],
    ["settings.models.fast", "models.fast"],
    ["settings.api_hosts", "api_hosts"],
    ["settings.env.VITE_A", "env"],
    ["name", "name"],
    ["settings.other", null],
    ["", null],
  ])("about %s is shown at %s", (place, field) => expect(fieldOf(place, FORM)).toBe(field));
});

describe("bounds and choices", () => {
  const { schemas } = JSON.parse(readFileSync(`${import.meta.dirname}/../../../docs/openapi.json`, "utf8")).components;
  const { properties: patch } = schemas.AppPatch;

  it("are those of the API's document", () => {
    for (const name of LIMITS) {
      const [said] = schemas.AppLimitsInput.properties[name].anyOf;
      expect([name, said.minimum ?? said.exclusiveMinimum, said.maximum, said.type === "integer"]).toEqual([
        name,
        BOUNDS[name].least,
        BOUNDS[name].most,
        BOUNDS[name].whole,
      ]);
    }
    for (const name of ["name", "instructions", "pinned_note"] as const) expect(patch[name].maxLength).toBe(LENGTHS[name]);
    expect(patch.autonomy_mode.enum).toEqual(AUTONOMY);
    expect(patch.review.enum).toEqual(REVIEW);
    expect(patch.evaluator.enum).toEqual(EVALUATOR);
    expect(schemas.AppGatesInput.properties.page.enum).toEqual(DEMANDS);
    expect(schemas.AppSettingsInput.properties.models.propertyNames.enum).toEqual(MODES);
  });

  it("are all of what the API offers", () => {
    const elsewhere = ["active_blueprint_id", "active_phase_node_id", "autopilot_paused", "max_parallel_runs"]; // what is planned, and who goes on with it
    expect(Object.keys(patch).filter((name) => !elsewhere.includes(name)).toSorted()).toEqual(["autonomy_mode", "evaluator", "instructions", "name", "pinned_note", "review", "settings", "slug"]);
    expect(Object.keys(schemas.AppSettingsInput.properties).toSorted()).toEqual(["api_hosts", "env", "gates", "limits", "models"]);
  });
});
