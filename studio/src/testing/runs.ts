import type { RunDetail, Step } from "@/data/runs";

export const STEP = {
  id: "c1",
  order_index: 0,
  actor: "code_worker",
  role: "coder",
  tool: "write_file",
  status: "completed",
  arguments: '{"path":"src/a.ts","content":"x"}',
  output: "Written.",
  summary: "write_file src/a.ts",
  changed_paths: ["src/a.ts"],
  duration_ms: 1200,
  diff: null,
  rollback_data: [],
  alignment: null,
  input_payload: {},
  output_payload: { changed_paths: ["src/a.ts"], diff: null },
  created_at: "2026-01-01T10:00:01Z",
  started_at: null,
  finished_at: null,
} as Step;

/** A run that kept a revision, as lists and answers have it. */
export const LISTED_RUN = {
  id: "run_1",
  app_id: "app_1",
  conversation_id: "conv_1",
  turn_id: "turn_1",
  message: "Make it blue\nplease",
  run_type: "implement_feature",
  started_by: "user",
  created_by: "ann",
  status: "completed",
  stage: "done",
  model: "gpt",
  created_at: "2026-01-01T10:00:00Z",
  started_at: "2026-01-01T10:00:00Z",
  finished_at: "2026-01-01T10:01:05Z",
  waited_seconds: 5,
  usage: { total_tokens: 1200, model_calls: 2, cost_usd: 0.0123 },
  bounds: { dollars: 1, tokens: 400_000, model_calls: 25, seconds: 900 },
  summary: "It is **blue**.",
  error_message: null,
  failure_code: null,
  diagnostics: [],
  revision_id: "rev_2",
  diff_id: null,
  rolled_back_by_revision: null,
  cancel_requested: false,
  awaits_start: null,
  waiting_steps: [],
};

/** The same, read by itself. */
export const RUN = { ...LISTED_RUN, steps: [STEP], touched_files: {}, result: null } as unknown as RunDetail;
