import { type Api, type Schemas, unwrap } from "@/data/api";
import type { ManagerPlan } from "@/data/autopilot";
import { type Pill, PILLS } from "@/domain/pilot";

/** What the words want of the autopilot. */
export interface PlainOrder {
  /** What would be sent; null where no phase is meant or left. */
  proposal: Schemas["ReadIntent"]["proposal"];
  mode: ManagerPlan["autopilot"]["mode"];
}

/** How an autopilot has to stand for an order to be meant for it: who says "stop" of one that rests speaks to the agent. */
const MEANT: Partial<Record<Schemas["ReadIntent"]["intent"], readonly Pill[]>> = { START_BUILD: PILLS, CONTINUE_BUILD: ["idle", "paused", "error"], PAUSE_AUTOPILOT: ["running", "waiting"] };
/** Whoever sends a message does not wait for longer. */
const PATIENCE_MS = 5_000;

/** The plain order that a message is, read by rules and without a model; null of any other message. */
export async function readOrder(api: Api, app: string, message: string): Promise<PlainOrder | null> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const at = { params: { path: { project_id: app } }, signal };
  const { intent, proposal } = unwrap(await api.POST("/projects/{project_id}/intents", { ...at, body: { message, rules_only: true } }));
  const meant = MEANT[intent];
  if (!meant) return null;
  const { pill, mode } = unwrap(await api.GET("/projects/{project_id}/manager/plan", at)).autopilot;
  return meant.includes(pill) ? { proposal, mode } : null;
}
