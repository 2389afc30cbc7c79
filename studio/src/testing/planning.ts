import type { Schemas } from "@/data/api";
import type { Blueprint, PlanNode, PlanTreeNode, TaskView } from "@/data/planning";

const AT = "2026-01-01T10:00:00Z";

/** A blueprint in use, with what a test says of it. */
export const blueprint = (more: Partial<Blueprint> = {}): Blueprint => ({
  id: "bp_1", project_id: "app_1", document_id: "doc_1", title: "Booking", description: null, status: "active", version: 1, is_primary: true,
  parent_blueprint_id: null, replaced_by_id: null, active: true, created_at: AT, updated_at: AT, ...more,
});

export const JOB = {
  blueprint_id: "bp_1", status: "done" as const, total_chunks: 8, processed_chunks: 8, gaps: 0, unplanned_paragraphs: 0, error_code: null,
  error_message: null, created_at: AT, updated_at: AT, cost_usd: 0.1, cost_cap_usd: 5,
};

const plain = {
  blueprint_id: "bp_1", parent_id: null, kind: "feature" as const, title: "A part", summary: "", comment: "", doc_anchor: null, start_offset: null, end_offset: null,
  order_index: 0, status: "planned" as const, unproven: false, priority: "normal" as const, estimate_points: null, risk_level: "low" as const, acceptance: [], needs: [], is_question: false, contradicts: false, answer: "",
  extra_metadata: { auto_status_from_tasks: false, file_path: null, changed: false, stale: null, quoted: false }, linked_task_id: null, version: 1, created_at: AT, updated_at: AT,
};

/** A part of a plan as its tree has it. */
export const node = (id: string, more: Partial<PlanTreeNode> = {}): PlanTreeNode => ({
  ...plain, id, basis: "none", tasks: { total: 0, done: 0, in_progress: 0, blocked: 0 }, waits_for: [], waits_inside: 0, questions: [], children: [], ...more,
});

/** The same as a change of it answers. */
export const changedNode = (id: string): Schemas["PlanNode"] => ({ ...plain, id });

/** The same with all about it. */
export const fullNode = (id: string, more: Partial<PlanNode> = {}): PlanNode => ({
  ...plain, id, document_id: "doc_1", basis: "none", moved_to: [], source: [], tasks: [],
  above: [{ id: "node_p1", kind: "phase", title: "Booking" }, { id: "node_e1", kind: "epic", title: "Calendar" }], ...more,
});

/** A task that nothing keeps from being begun. */
export const task = (id: string, more: object = {}): TaskView =>
  ({
    id, project_id: "app_1", description: "A task", status: "open", state: "open", ready: false, blocked_by: [], stale: null, unproven: false, unshown: [], confirmed: null, reopened: null, priority: "normal",
    metadata_json: { kind: "frontend", acceptance_criteria: [], dependencies: [], estimated_effort: "M", risk_level: "low", source_plan_node_id: null, unresolved_dependencies: [] },
    covers: [], depends_on: [], expected_files: [], blueprint_id: null, order_index: 0, claim: null, evidence: [], created_by: "you", created_at: AT, updated_at: AT, ...more,
  }) as TaskView;

/** A model with a price, in dollars by the million tokens. */
export const PRICED = { name: "gpt", is_default: true, images: true, context_window: null, output_limit: null, first_token_seconds: null, price: { input: 3, output: 15, cached_input: 0.3 } };
export const MODELS = { "GET /admin/models": () => ({ items: [PRICED] }) };
