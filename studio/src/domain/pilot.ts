/** What is derived of the autopilot: no words, no fetching. */
import { dollars } from "@/domain/amounts";
import { needsOf, type Needy, type PlanNeeds } from "@/domain/needs";

/** A longer name of a phase has no room on a button. */
export const SHORT_NAME = 20;

export const PILLS = ["off", "idle", "running", "waiting", "paused", "error"] as const;
export type Pill = (typeof PILLS)[number];

export interface Tick {
  status: string;
  reason: string | null;
  about: string;
  run_id: string | null;
  task_id: string | null;
  at: string;
}

/** What a person may want to hear of at once: that a task was begun, that they are waited for, that it stopped, that all is done. */
export type PilotNews = "pilotBegins" | "pilotWaits" | "pilotStopped" | "pilotDone";

/** A stop is somebody's wish in these cases, and nothing to report. */
const AT_REST: ReadonlySet<string | null> = new Set(["off", "paused", "no_phase"]);

export function newsIn({ status, reason }: Pick<Tick, "status" | "reason">): PilotNews | null {
  if (reason === "phase_done") return "pilotDone";
  if (status === "started_run") return "pilotBegins";
  if (status === "waiting_for_approval") return "pilotWaits";
  return status === "idle" && !AT_REST.has(reason) ? "pilotStopped" : null;
}

/** Whether a tick says something else than the one before. */
export function isNew(before: Tick | null, now: Tick | null): now is Tick {
  return now !== null && (before === null || (["status", "reason", "run_id", "task_id"] as const).some((name) => before[name] !== now[name]));
}

interface Node extends PlanNeeds {
  kind: string;
  tasks: { total: number; done: number };
  children: readonly this[];
}

export interface Phase extends Needy {
  id: string;
  title: string;
  status: string;
  done: number;
  total: number;
}

/** The phases of a plan in reading order, with how far each is. */
export function phasesOf(tree: readonly Node[]): Phase[] {
  return tree.flatMap((node) => {
    const { id, kind, title, status, tasks, children } = node;
    return kind === "phase" ? [{ id, title, status, done: tasks.done, total: tasks.total, ...needsOf(node) }] : phasesOf(children);
  });
}

/** Whether nothing of a phase is left: of one without tasks that is what a person says of it. */
const isOver = ({ done, total, status }: Phase) => (total > 0 ? done === total : status === "done");

/** The phase that a start would be about: the one that is worked on while something of it is left, else the first after it. Before any is worked on, one with tasks. */
export function nextPhase(phases: readonly Phase[], active: string | null): Phase | undefined {
  const at = phases.findIndex(({ id }) => id === active);
  const order = at < 0 ? phases.toSorted((one, other) => Number(other.total > 0) - Number(one.total > 0)) : [...phases.slice(at), ...phases.slice(0, at)];
  return order.find((phase) => !isOver(phase));
}

/** The phase that was worked on, once all of it is done, and what comes then: nothing after the last one. */
export function afterPhase(phases: readonly Phase[], active: string | null | undefined): { done: Phase; next: Phase | undefined } | null {
  const done = phases.find(({ id }) => id === active);
  return done && isOver(done) ? { done, next: nextPhase(phases, done.id) } : null;
}

type Mode = "off" | "suggest" | "semi_auto" | "full_auto";

interface Proposed {
  action: "start" | "continue" | "pause";
  phase_node_id: string | null;
  /** What the person said of how much it may do by itself. */
  mode?: Mode | null;
}

/** How much it does by itself once a person confirms: as they said, else as it does now. One that was off asks before each batch of writes. */
export const modeOf = ({ mode: said }: Proposed, now: Mode): Mode => said ?? (now === "off" ? "semi_auto" : now);

/** What is sent when a person confirms what was understood. */
export const orderIn = (proposal: Proposed, now: Mode) => {
  const { action, phase_node_id: phase } = proposal;
  const mode = modeOf(proposal, now);
  return { action, ...(phase ? { phase_node_id: phase } : {}), ...(mode !== now && action !== "pause" ? { mode } : {}) };
};

/** About what tasks cost, in words: "" where that is nothing, null where it is not known. */
export function priceOf(usd: number | null, locale: string): string | null {
  if (usd === null) return null;
  return usd > 0 ? dollars(usd, locale) : "";
}

/** How it stands, or that it has been started and has not looked yet. */
export const standOf = ({ pill, last_tick: tick }: { pill: Pill; last_tick: unknown }, runs: readonly unknown[]): Pill | "starting" => (pill === "running" && tick === null && runs.length === 0 ? "starting" : pill);

interface Run {
  id: string;
  status: string;
  awaits_start?: boolean | null;
}

/** The runs that need a person's word: one that stopped before a step, or one whose steps are written and not begun. */
export function asking<R extends Run>(runs: readonly R[], tick: Pick<Tick, "reason" | "run_id"> | null): R[] {
  return runs.filter(({ id, status }) => status === "awaiting_approval" || (status === "planned" && tick?.reason === "plan_waits" && tick.run_id === id));
}

const MOST_USD = 10_000;

/** An amount that may be sent, null for nothing written, "wrong" for all else. */
export function amountIn(written: string): number | null | "wrong" {
  const text = written.trim().replace(",", ".");
  if (!text) return null;
  const amount = Number(text);
  return Number.isFinite(amount) && amount >= 0 && amount <= MOST_USD ? amount : "wrong";
}

/** Whether the run that was waited with has got its word since. */
export function hasAnswer(runs: readonly Run[], tick: Pick<Tick, "status" | "reason" | "run_id"> | null): boolean {
  if (tick?.status !== "waiting_for_approval") return false;
  const run = runs.find(({ id }) => id === tick.run_id);
  return run?.status !== (tick.reason === "plan_waits" ? "planned" : "awaiting_approval");
}
