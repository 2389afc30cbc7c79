/** Where a run leads: what it made, and where it was asked for. */
export interface RunLinks {
  toChat: (conversation: string, turn: string) => void;
  toRevision: (revision: string) => void;
  toDiff: (diff: string) => void;
}
