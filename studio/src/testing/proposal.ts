import type { Diff } from "@/data/diffs";
import type { Workspace } from "@/data/workspace";

const hunk = (index: number, was: string, is: string) => ({
  index,
  header: `@@ -${index * 10 + 1},2 +${index * 10 + 1},2 @@`,
  lines: [` line before ${index}`, `-${was}`, `+${is}`],
});

/** A proposal of three files: two places of one, a new one, and one that is not text. */
export const PROPOSAL = {
  id: "dif_1",
  app_id: "app_1",
  conversation_id: "conv_1",
  base_revision_id: "rev_1",
  current_revision_id: "rev_1",
  tree: "tree_1",
  accepted_tree: null,
  status: "pending_review",
  review_status: "pending_review",
  stale: false,
  vibecoder_prompt: "Name it Rosa",
  commit_message: "Name it",
  created_at: "2026-01-01T10:00:00Z",
  verdict: null,
  evaluator_verdict: "none",
  evaluator_reasoning: "",
  problems: [],
  decisions: [],
  outside: { files: [], exports: [], checks: [] },
  contacts: [],
  files: [
    { path: "src/a.ts", old_path: null, status: "modified", additions: 2, deletions: 2, binary: false, folded: false, hunks: [hunk(0, "old one", "new one"), hunk(1, "b", "c")] },
    { path: "src/new.ts", old_path: null, status: "added", additions: 1, deletions: 0, binary: false, folded: false, hunks: [{ index: 0, header: "@@ -0,0 +1 @@", lines: ["+x"] }] },
    { path: "pic.png", old_path: null, status: "modified", additions: 0, deletions: 0, binary: true, folded: false, hunks: [] },
  ],
} as unknown as Diff;

export const WORKSPACE = { app: { id: "app_1", draft_revision_id: "rev_1" }, waiting_runs: [], pending_diffs: [] } as unknown as Workspace;
