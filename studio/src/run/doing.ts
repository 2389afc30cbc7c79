import { subject } from "@/domain/tools";
import type { Messages } from "@/messages/useMessages";
import type { Entry, RunView, Stage, ToolEntry } from "@/run/view";
import { verbOf } from "@/run/verbOf";

/** What a run is at: while a model answers what its answer shows, else the server's word. `since` when. */
export type Doing = { since: string | null } & (
  | { kind: "thinking" | "answering" }
  | { kind: "writing"; call: ToolEntry; files: readonly string[] }
  | { kind: "calling"; call: ToolEntry }
  | { kind: "stage"; stage: Stage }
);

const WRITES: ReadonlySet<string> = new Set(["write_file", "edit_file"]);
/** What a model may be asked for that is more than an answer: it is said while nothing of the answer is there. */
const ASKED_FOR: ReadonlySet<Stage> = new Set(["plan", "evaluate", "repair"]);

/** Once a tool has run the plan is a word of the past: that of the call that wrote it down. */
function isAskedFor(stage: Stage, entries: readonly Entry[]): boolean {
  return ASKED_FOR.has(stage) && !(stage === "plan" && entries.some(({ kind }) => kind === "tool"));
}

export function doingOf({ entries, answering, stage, stageAt }: Pick<RunView, "entries" | "answering" | "stage" | "stageAt">): Doing {
  const last = entries.at(-1);
  if (isWritten(last, answering !== null)) return called(entries, last);
  if (last?.kind === "text" && last.open) return { kind: "answering", since: last.at };
  if (answering === null || isAskedFor(stage, entries)) return { kind: "stage", stage, since: answering ?? stageAt };
  return { kind: "thinking", since: answering };
}

/** A call of the answer that comes: it waits there for the rest, whole or not. */
function isWritten(entry: Entry | undefined, isAnswering: boolean): entry is ToolEntry {
  return entry?.kind === "tool" && (entry.state === "writing" || (isAnswering && entry.state === "running"));
}

/** The call that is being written; of files all those of this answer, since they are one piece of work. */
function called(entries: readonly Entry[], call: ToolEntry): Doing {
  const before = entries.findLastIndex((entry) => !isWritten(entry, true));
  const calls = entries.slice(before + 1) as ToolEntry[];
  const since = calls[0]?.at ?? call.at;
  if (!WRITES.has(call.name)) return { kind: "calling", call, since: call.at };
  const named = calls.filter(({ name }) => WRITES.has(name)).map(({ input, draft }) => subject(input, draft));
  return { kind: "writing", call, files: [...new Set(named.filter(Boolean))], since };
}

/** In a few words, for a head and for who listens. */
export function doingWord(doing: Doing, words: Messages): string {
  switch (doing.kind) {
    case "thinking":
    case "answering":
    case "writing":
      return words.turn.doing[doing.kind];
    case "calling":
      return verbOf(words, doing.call);
    case "stage":
      return words.stages[doing.stage];
  }
}

/** With what it is about, for the turn itself: "Writing src/App.tsx (file 3)". */
export function doingLine(doing: Doing, words: Messages): string {
  const verb = doingWord(doing, words);
  if (doing.kind === "calling") return `${verb} ${subject(doing.call.input, doing.call.draft)}`.trim();
  const path = doing.kind === "writing" ? doing.files.at(-1) : undefined;
  return doing.kind === "writing" && path ? words.turn.doing.file(verbOf(words, doing.call), path, doing.files.length) : verb;
}

/** Whether it lasts as long as a model takes for an answer. */
export function isByModel(doing: Doing): boolean {
  return doing.kind !== "stage" || doing.stage === "inspect" || doing.stage === "edit" || ASKED_FOR.has(doing.stage);
}
