interface Check {
  path: string;
  criteria: readonly string[];
}

interface Evidence<C extends Check> {
  revision_id: string;
  shown_by?: readonly C[];
  withdrawn?: unknown;
}

/** The checks and tests that show a line of when a task is done, the newest of each with the revision that it passed with. */
export function checksOf<C extends Check>(evidence: readonly Evidence<C>[], line: string): { check: C; revision: string }[] {
  const found = new Map<string, { check: C; revision: string }>();
  for (const { revision_id: revision, shown_by: checks, withdrawn } of evidence) {
    for (const check of (!withdrawn && checks) || []) if (check.criteria.includes(line)) found.set(check.path, { check, revision });
  }
  return [...found.values()];
}
