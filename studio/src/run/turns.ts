import type { Schemas } from "@api/index";

type Turn = Schemas["Turn"];
type Active = Schemas["RunView"];

/** One entry of the ledger: what was asked, and the turn as far as the server tells it. */
export interface Spoken {
  run: string;
  prompt: string;
  at: string;
  turn: Turn | null;
  live: boolean;
}

/** Oldest first. `turns` are newest first; the run at work is among them, or just not there yet. */
export function spoken(turns: readonly Turn[], active: Active | null): Spoken[] {
  const told = turns.map((turn) => ofTurn(turn, active?.id ?? null));
  const missing = active !== null && !told.some((one) => one.live);
  return (missing ? [ofActive(active), ...told] : told).toReversed();
}

function ofTurn(turn: Turn, active: string | null): Spoken {
  return { run: turn.run_id, prompt: turn.prompt, at: turn.created_at, turn, live: turn.run_id === active };
}

function ofActive(active: Active): Spoken {
  return { run: active.id, prompt: active.message, at: active.created_at, turn: null, live: true };
}
