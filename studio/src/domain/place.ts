/** What a workspace's address holds: what one looks at, never a secret. */
export const TABS = ["preview", "code", "changes", "history", "plan", "tasks", "features", "docs", "search", "knowledge", "runs", "usage", "project", "terminal", "settings", "overview"] as const;
export type Tab = (typeof TABS)[number];

export const NEW_CHAT = "new";

export interface Place {
  tab?: Tab;
  /** The chat that is shown, or a new one; without it the app's latest. */
  chat?: string;
  /** The turn of it that was looked for. */
  turn?: string;
  /** The proposal that is reviewed. */
  diff?: string;
  /** The revision that is looked at, and the one that it is compared with. */
  revision?: string;
  against?: string;
  /** Whether an undo is asked about. */
  undo?: true;
  /** Whether publishing is asked about. */
  publish?: true;
  /** Whether the autopilot is looked at. */
  pilot?: true;
  /** The file that is open, and the line of it that was asked for. */
  file?: string;
  line?: number;
  /** The run that is looked at; which ones are listed. */
  run?: string;
  state?: RunState;
  type?: RunType;
  actor?: Actor;
  /** The version of the plan, the part of it, the task that is looked at; which tasks are listed. */
  blueprint?: string;
  node?: string;
  task?: string;
  todo?: TaskState;
  /** How the plan is looked at; its tree where nothing is said. */
  view?: PlanViewName;
  /** How the usage is grouped. */
  by?: Grouping;
  /** The feature that is set up. */
  feature?: string;
  /** What of all that is kept about the project is shown, and the one thing of it that was looked for. */
  part?: KnowledgePart;
  kept?: string;
  /** The text that is read, from where on, or whether it is a new one; `against` is the version that it is compared with. */
  doc?: string;
  at?: number;
  /** The words that are looked for in all of it, and of which kind. */
  q?: string;
  of?: string;
}

export const RUN_STATES = ["open", "planned", "running", "awaiting_approval", "completed", "failed", "cancelled", "interrupted"] as const;
export const RUN_TYPES = ["implement_feature", "fix_bug", "refactor_module", "write_docs", "run_tests_only"] as const;
export const ACTORS = ["manager", "code_worker", "test_worker", "doc_worker"] as const;
export const TASK_STATES = ["open", "in_progress", "blocked", "done", "cancelled"] as const;
export const GROUPINGS = ["day", "model", "run"] as const;
export const KNOWLEDGE_PARTS = ["notes", "memory"] as const;
export const PLAN_VIEWS = ["tree", "graph", "board", "changes", "ask"] as const;
export type PlanViewName = (typeof PLAN_VIEWS)[number];
export type TaskState = (typeof TASK_STATES)[number];
export type RunState = (typeof RUN_STATES)[number];
export type RunType = (typeof RUN_TYPES)[number];
export type Actor = (typeof ACTORS)[number];
export type KnowledgePart = (typeof KNOWLEDGE_PARTS)[number];
export type Grouping = (typeof GROUPINGS)[number];

/** What of it is the runs'. */
export type RunsPlace = Pick<Place, "run" | "state" | "type" | "actor">;

/** What of it is the plan's, and the tasks'. */
export type PlanPlace = Pick<Place, "blueprint" | "node" | "view">;
export type TasksPlace = Pick<Place, "node" | "task" | "todo">;

/** What of it is that of texts, of what is kept, and of a search. */
export type DocsPlace = Pick<Place, "doc" | "at" | "against">;
export type KnowledgePlace = Pick<Place, "part" | "kept">;
export type SearchPlace = Pick<Place, "q" | "of">;

/** What of it is the history's. */
export type HistoryPlace = Pick<Place, "revision" | "against" | "undo">;

/** What of it is the conversation's. */
export type ChatPlace = Pick<Place, "chat" | "turn">;

/** What of it is the code's. */
export type CodePlace = Pick<Place, "file" | "line" | "revision">;

const PATH_MOST = 500;
export const QUERY_MOST = 400;
const WORD = /^[a-z_]{4,9}$/;
const KEY = /^[a-z][a-z-]{1,30}$/;
const ID = /^[a-z]{2,5}_[0-9a-z]{4,40}$/;

/** The parts of a search that mean something; all else is dropped. */
export function parsePlace(search: Record<string, unknown>): Place {
  const tab = TABS.find((known) => known === search["tab"]);
  const ids = (["diff", "revision", "against", "run", "chat", "turn", "blueprint", "node", "task", "doc", "kept"] as const).flatMap((name) => {
    const id = search[name];
    return typeof id === "string" && ID.test(id) ? [[name, id] as const] : [];
  });
  return {
    ...(tab ? { tab } : {}),
    ...(search["chat"] === NEW_CHAT ? { chat: NEW_CHAT } : {}),
    ...(search["undo"] ? { undo: true as const } : {}),
    ...(search["pilot"] ? { pilot: true as const } : {}),
    ...(search["publish"] ? { publish: true as const } : {}),
    ...Object.fromEntries(ids),
    ...featureOf(search),
    ...fileOf(search),
    ...listOf(search),
    ...foundOf(search),
  };
}

const LISTS = { state: RUN_STATES, type: RUN_TYPES, actor: ACTORS, todo: TASK_STATES, view: PLAN_VIEWS, by: GROUPINGS, part: KNOWLEDGE_PARTS };

/** Which of a list are shown: one of its own words each. */
function listOf(search: Record<string, unknown>): Pick<Place, keyof typeof LISTS> {
  const named = Object.entries(LISTS).flatMap(([name, known]) => known.filter((one) => one === search[name]).map((one) => [name, one]));
  return Object.fromEntries(named) as Pick<Place, keyof typeof LISTS>;
}

/** What was looked for, and where in a text. The search knows of which kinds there are. */
function foundOf({ q, of, at }: Record<string, unknown>): Pick<Place, "q" | "of" | "at"> {
  const words = String(q ?? "").slice(0, QUERY_MOST);
  return { ...(words.trim() ? { q: words } : {}), ...(typeof of === "string" && WORD.test(of) ? { of } : {}), ...(Number.isInteger(at) && Number(at) > 0 ? { at: Number(at) } : {}) };
}

function featureOf({ feature }: Record<string, unknown>): Pick<Place, "feature"> {
  return typeof feature === "string" && KEY.test(feature) ? { feature } : {};
}

function fileOf({ file, line }: Record<string, unknown>): Pick<Place, "file" | "line"> {
  if (typeof file !== "string" || file === "" || file.length > PATH_MOST) return {};
  return Number.isInteger(line) && Number(line) > 0 ? { file, line: Number(line) } : { file };
}

interface Waiting {
  id: string;
  status: string;
  conversation_id: string;
  turn_id: string;
}

/** Where a person answers runs that wait: one in its chat; one that may not begin yet, or several, among the runs. */
export function answersAt(waiting: readonly Waiting[]): Place | null {
  const [first] = waiting;
  if (!first) return null;
  const ask = waiting.every(({ status }) => status === "awaiting_approval");
  if (waiting.length > 1) return { tab: "runs", state: ask ? "awaiting_approval" : "open" };
  return ask ? { chat: first.conversation_id, turn: first.turn_id } : { tab: "runs", run: first.id };
}

/** The same place with another chat, or another turn of it. */
export function inChat(place: Place, next: ChatPlace): Place {
  const kept = { ...place };
  delete kept.turn;
  return { ...kept, ...next };
}
