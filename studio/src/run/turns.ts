import type { Schemas } from "@api/index";

type Turn = Schemas["Turn"];
type Active = Schemas["RunView"];

/** One entry of the ledger: what was asked, and the turn as far as the server tells it. */
export interface Spoken {
  run: string;
  author: NonNullable<Turn["author"]>;
  prompt: string;
  at: string;
  attachments: Turn["attachments"];
  turn: Turn | null;
  live: boolean;
  /** The server's word for the run. */
  status: Turn["status"];
}

/**
 * Oldest first. `turns` are newest first; the run at work is among them, or just not there yet. What waits for its turn is no
 * entry: it is in the queue, where it can still be changed.
 */
export function spoken(turns: readonly Turn[], active: Active | null): Spoken[] {
  const told = turns.filter(({ status, run_id: run }) => status !== "planned" || run === active?.id).map((turn) => ofTurn(turn, active));
  const missing = active !== null && !told.some((one) => one.live);
  return (missing ? [ofActive(active), ...told] : told).toReversed();
}

function ofTurn(turn: Turn, active: Active | null): Spoken {
  // A run that waits for a person's word is not the app's active one: others may work meanwhile. Its turn is still open.
  const live = turn.run_id === active?.id || turn.status === "running";
  const status = turn.run_id === active?.id ? active.status : turn.status;
  return { run: turn.run_id, author: turn.author ?? "person", prompt: turn.prompt, at: turn.created_at, attachments: turn.attachments ?? [], turn, live, status };
}

function ofActive(active: Active): Spoken {
  // Whose words they are its turn says, as soon as it is read.
  return { run: active.id, author: "person", prompt: active.message, at: active.created_at, attachments: [], turn: null, live: true, status: active.status };
}
