import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { APPS } from "@/data/apps";
import type { AppEvent } from "@/data/happenings";

type Kind = AppEvent["kind"];
/** What is to be read again. `exact`: that list alone, and not what lies below it. `waits`: previews without an address. */
export type Stale = { key: QueryKey; exact?: true } | { waits: string };
type Table = { [K in Kind]: (app: string) => readonly Stale[] };

const all = (app: string): Stale => ({ key: [...APPS, app] });
const part = (app: string, ...names: string[]): Stale[] => names.map((name) => ({ key: [...APPS, app, name] }));
const LIST: Stale = { key: APPS, exact: true };
const DELETED: Stale = { key: ["deleted-apps"] };
const EVERYTHING: readonly Stale[] = [{ key: [] }];

const run = (app: string) => part(app, "workspace", "turns", "runs", "run", "queue", "repair", "autopilot");
const whole = (app: string) => [all(app), LIST];

/** Every kind of event, and what of the cache it makes stale: the only reason why a page reads anything again by itself. */
const TABLE: Table = {
  ready: () => [],
  ended: () => [],
  gap: () => EVERYTHING,
  missed: () => EVERYTHING,
  run_started: run,
  run_waits: run,
  run_ended: (app) => [...run(app), ...part(app, "diffs", "usage", "state", "threads"), { waits: app }],
  message: (app) => part(app, "turns", "queue", "workspace", "threads"),
  conversation_changed: (app) => part(app, "threads", "turns", "workspace"),
  queue_changed: (app) => part(app, "queue", "workspace", "turns"),
  usage: (app) => [...part(app, "usage"), { key: ["tenant"] }],
  diff_pending: (app) => part(app, "workspace", "diffs", "readiness", "scaffolds"),
  diff_decided: (app) => part(app, "workspace", "diffs", "turns", "repair", "readiness", "scaffolds"),
  revision_made: whole,
  revision_named: (app) => part(app, "revisions"),
  build_started: (app) => part(app, "workspace", "revisions"),
  build_ended: (app) => [...part(app, "workspace", "revisions", "repair", "readiness"), { waits: app }, { key: ["thumbnails", app] }],
  plan_changed: (app) => part(app, "plan", "autopilot"),
  autopilot_ticked: (app) => part(app, "autopilot"),
  published: whole,
  rolled_back: whole,
  unpublished: whole,
  app_created: () => [LIST],
  app_changed: whole,
  app_deleted: (app) => [...whole(app), DELETED],
  app_restored: (app) => [...whole(app), DELETED],
};

export function staleAfter(event: AppEvent): readonly Stale[] {
  const app = "app_id" in event ? (event.app_id ?? "") : "";
  return TABLE[event.kind]?.(app) ?? EVERYTHING;
}

/** Reads again what is shown of it, each once; what is not shown is read when it is. */
export async function readAgain(cache: QueryClient, events: readonly AppEvent[]): Promise<void> {
  const found = new Map(events.flatMap(staleAfter).map((stale) => [JSON.stringify(stale), stale]));
  const some = found.has(JSON.stringify(EVERYTHING[0])) ? EVERYTHING : [...found.values()];
  await Promise.all(some.map((stale) => cache.invalidateQueries("waits" in stale ? waiting(stale.waits) : filter(stale))));
}

const filter = ({ key, exact }: { key: QueryKey; exact?: true }) => ({ queryKey: key, ...(exact ? { exact } : {}) });

/** Another address of a page that is shown would only load it anew; one that waits for its build has none. */
function waiting(app: string) {
  return {
    queryKey: ["previews", app],
    predicate: ({ state }: { state: { data: unknown } }) => !(typeof state.data === "object" && state.data !== null && "preview_url" in state.data),
  };
}
