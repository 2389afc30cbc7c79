import { describe, expect, it } from "vitest";
import { phaseOf, type Repair, spent } from "@/domain/repairing";

const repair = (more: Partial<Repair> = {}): Repair => ({ revision_id: "rev_2", trouble: { kind: "build" }, attempts: [], may_ask: true, ...more });
const scene = (more: object = {}) => ({ draft: { id: "rev_2", build_status: "failed" }, active_run: null, pending_diffs: [], ...more });
const tried = (...runs: string[]) => runs.map((run_id) => ({ run_id, revision_id: null, status: "failed" }));

describe("where a repair stands", () => {
  it.each([
    ["offered at first", repair(), scene(), false, { kind: "offer" }],
    ["offered again after one that did not help", repair({ attempts: tried("run_1") }), scene(), false, { kind: "again" }],
    ["a person's choice after two", repair({ attempts: tried("run_1", "run_2"), may_ask: false }), scene(), false, { kind: "choices" }],
    ["not asked about where somebody wants that", repair({ may_ask: false }), scene(), true, { kind: "quiet" }],
    ["at work", repair({ attempts: tried("run_1") }), scene({ active_run: { id: "run_1", status: "running" } }), false, { kind: "working", run: "run_1" }],
    ["waiting for a word", repair({ attempts: [{ run_id: "run_1", revision_id: null, status: "awaiting_approval" }] }), scene(), false, { kind: "waits", run: "run_1" }],
    ["no matter beside another run", repair(), scene({ active_run: { id: "run_9", status: "running" } }), false, { kind: "none" }],
    ["to be reviewed", repair({ attempts: tried("run_1") }), scene({ pending_diffs: [{ id: "dif_1", run_id: "run_1" }] }), false, { kind: "review", diff: "dif_1" }],
    ["no fault of the app's", repair({ trouble: null, may_ask: false }), scene(), false, { kind: "machine" }],
  ] as const)("is %s", (_, state, at, quiet, phase) => {
    expect(phaseOf(state, at, quiet)).toEqual(phase);
  });

  it("has helped when what it made is built, and not before", () => {
    const done = repair({ trouble: null, may_ask: false, attempts: [{ run_id: "run_1", revision_id: "rev_2", status: "completed" }] });
    expect(phaseOf(done, scene({ draft: { id: "rev_2", build_status: "queued" } }), false)).toEqual({ kind: "building" });
    expect(phaseOf(done, scene({ draft: { id: "rev_2", build_status: "succeeded" } }), false)).toEqual({ kind: "fixed" });
    expect(phaseOf(done, scene({ draft: { id: "rev_3", build_status: "succeeded" } }), false)).toEqual({ kind: "none" });
  });

  it("has a price only where each part has one", () => {
    expect(spent([{ cost_usd: 0.1 }, { cost_usd: 0.25 }])).toBeCloseTo(0.35);
    expect(spent([{ cost_usd: 0.1 }, { cost_usd: null }])).toBeNull();
    expect(spent([])).toBe(0);
  });
});
