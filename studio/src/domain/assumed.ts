interface Told {
  status: string;
  revision_id: string | null;
  assumptions: readonly string[];
}

/** What turns said that they assumed, newest first, each once; only of those whose change is still in the app. */
export function assumedIn(turns: readonly Told[], takenBack: readonly string[]): string[] {
  const kept = turns.filter(({ status, revision_id: revision }) => status === "completed" && revision !== null && !takenBack.includes(revision));
  return [...new Set(kept.flatMap(({ assumptions }) => assumptions))];
}
