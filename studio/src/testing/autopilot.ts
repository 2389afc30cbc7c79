import type { Dashboard, ManagerPlan } from "@/data/autopilot";
import { blueprint, changedNode } from "@/testing/planning";
import { LISTED_RUN } from "@/testing/runs";

type Autopilot = ManagerPlan["autopilot"];
const AT = "2026-01-01T10:00:00Z";

export const tick = (more: Partial<NonNullable<Autopilot["last_tick"]>> = {}): NonNullable<Autopilot["last_tick"]> => ({
  status: "waiting_for_approval", reason: "run_waits", about: "", run_id: "run_1", task_id: null, details: {}, at: AT, ...more,
});

/** An autopilot that is at a phase, with what a test says of it. */
export const autopilot = (more: Partial<Autopilot> = {}): Autopilot => ({
  pill: "running", mode: "semi_auto", paused: false, active_phase_node_id: "node_p1", max_parallel_runs: 1, last_tick: { status: "nothing_to_do", reason: "at_work", about: "", run_id: null, task_id: null, details: {}, at: AT },
  spent: { phase_usd: 1.5, phase_reserved_usd: 2, phase_budget_usd: 20, night_usd: 9, night_reserved_usd: 0, night_budget_usd: 10, priced: true, run_tokens: 1_500_000, run_model_calls: 60 }, ...more,
});

const WAITS = { to_confirm: { count: 0, tasks: [] }, set_aside: [] };
const PHASE = { ...changedNode("node_p1"), kind: "phase" as const, title: "Booking" };

/** What its manager is at. */
export const managerPlan = (more: Partial<ManagerPlan> = {}): ManagerPlan => ({
  active_phase: PHASE,
  next_tasks: [], ...WAITS, runs_in_progress: [], tasks_done: 1, tasks_left: 3, estimated_usd: 0.6, autopilot: autopilot(), summary: "", ...more,
});

export const managed = (more: object = {}) => ({ ...LISTED_RUN, status: "awaiting_approval", started_by: "manager", finished_at: null, revision_id: null, task_id: null, ...more }) as unknown as ManagerPlan["runs_in_progress"][number];

const USED = { cached_tokens: 0, calls: 4, cost_usd: 1.25, counted_usd: 1.25, input_tokens: 900, output_tokens: 100, reasoning_tokens: 0, total_tokens: 1000, unpriced_tokens: 0 };
const KPIS = {
  asked: 4, runs: 5, succeeded: 3, success_rate: 0.75, first_pass_rate: 0.5, self_heal_rate: null, reverted_rate: 0, compile_rate: 1, cost_usd: 1.25, cost_per_success_usd: 0.42,
  median_first_word_ms: 900, p95_edit_seconds: 40, unpriced_runs: 0,
};

export const dashboard = (more: Partial<Dashboard> = {}): Dashboard => ({
  project_id: "app_1", name: "Salon", active_blueprint: blueprint(), active_phase: null, snapshot: "It grows.", tasks: { open: 2, in_progress: 1, blocked: 0, done: 1, cancelled: 0 },
  runs: { in_progress: 1, completed: 4, failed: 0, cancelled: 2 }, autopilot: autopilot(), since: "2025-12-02", usage: USED, kpis: KPIS, decisions: [{ id: "dec_1", decision: "No login", reason: "It is a static site" }], next_tasks: [], ...WAITS, summary: "", ...more,
});
