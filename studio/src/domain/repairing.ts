/** Where the repair of a draft stands, from what the server says of it and of the app. */

export interface Repair {
  revision_id: string;
  trouble: { kind: "build" | "page" | "checks" } | null;
  attempts: readonly { run_id: string; revision_id: string | null; status: string }[];
  may_ask: boolean;
}

interface Scene {
  draft: { id: string; build_status: string; run_id?: string | null };
  active_run: { id: string } | null;
  pending_diffs: readonly { id: string; run_id: string | null }[];
}

export type Phase =
  | { kind: "none" | "offer" | "again" | "choices" | "quiet" | "building" | "fixed" | "machine" }
  | { kind: "working"; run: string }
  | { kind: "waits"; run: string }
  | { kind: "review"; diff: string };

/**
 * `quiet`: a person does not want to be asked about this draft. `machine`: the build ended for no fault of the app. Beside
 * any other run there is nothing to say: what it makes is another draft.
 */
export function phaseOf(repair: Repair, { draft, active_run: active, pending_diffs: pending }: Scene, quiet: boolean): Phase {
  const tried = new Set(repair.attempts.map(({ run_id: run }) => run));
  if (active) return tried.has(active.id) ? { kind: "working", run: active.id } : { kind: "none" };
  const asks = repair.attempts.find(({ status }) => status === "awaiting_approval");
  if (asks) return { kind: "waits", run: asks.run_id };
  const review = pending.find(({ run_id: run }) => run !== null && tried.has(run));
  if (review) return { kind: "review", diff: review.id };
  if (repair.trouble) return { kind: quiet ? "quiet" : !repair.may_ask ? "choices" : tried.size > 0 ? "again" : "offer" };
  if (draft.build_status === "failed") return { kind: "machine" };
  const made = repair.attempts.some(({ revision_id: revision }) => revision === draft.id);
  if (!made) return { kind: "none" };
  return { kind: draft.build_status === "succeeded" ? "fixed" : "building" };
}

/** What the attempts have cost together; null where one of them has no price. */
export function spent(attempts: readonly { cost_usd: number | null }[]): number | null {
  return attempts.reduce<number | null>((sum, { cost_usd: cost }) => (sum === null || cost === null ? null : sum + cost), 0);
}
