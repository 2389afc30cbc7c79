/** What a person keeps of a proposal. All is kept that is not named: a review names what is set aside. */
export interface Changed {
  path: string;
  status: "added" | "modified" | "deleted" | "renamed";
  hunks: readonly { index: number }[];
}

type Verdict = "approve" | "reject";

export interface Decided {
  path: string;
  decision: Verdict;
  hunks?: readonly { index: number; decision: Verdict }[];
}

export interface ReviewBody {
  decision: Verdict;
  files: { path: string; decision: Verdict; hunks: { index: number; decision: Verdict }[] }[];
}

/** The keys of what can be kept or set aside by itself: each place of a file with several, else the file as a whole. */
export function unitsOf(file: Changed): string[] {
  const single = file.status !== "modified" || file.hunks.length < 2;
  return single ? [`all#${file.path}`] : file.hunks.map(({ index }) => unitKey(file.path, index));
}

export function unitKey(path: string, index: number): string {
  return `${index}#${path}`;
}

/** How many changes there are, and how many of them are kept. */
export function counted(files: readonly Changed[], aside: ReadonlySet<string>): { all: number; kept: number } {
  const units = files.flatMap(unitsOf);
  return { all: units.length, kept: units.filter((unit) => !aside.has(unit)).length };
}

/** The choice as the API takes it. */
export function reviewBody(files: readonly Changed[], aside: ReadonlySet<string>): ReviewBody {
  const named = files.flatMap((file): ReviewBody["files"] => {
    const units = unitsOf(file);
    const gone = units.filter((unit) => aside.has(unit));
    if (gone.length === 0) return [];
    if (gone.length === units.length) return [{ path: file.path, decision: "reject", hunks: [] }];
    const hunks = file.hunks
      .filter(({ index }) => aside.has(unitKey(file.path, index)))
      .map(({ index }) => ({ index, decision: "reject" as const }));
    return [{ path: file.path, decision: "approve", hunks }];
  });
  return { decision: counted(files, aside).kept > 0 ? "approve" : "reject", files: named };
}

/** What an earlier review set aside, as far as the proposal still has it. */
export function asideOf(files: readonly Changed[], decisions: readonly Decided[]): Set<string> {
  const units = new Set(files.flatMap(unitsOf));
  const told = decisions.flatMap((file) =>
    files.filter(({ path }) => path === file.path).flatMap((changed) => unitsOf(changed).filter((unit) => rejects(file, unit))),
  );
  return new Set(told.filter((unit) => units.has(unit)));
}

function rejects({ path, decision, hunks = [] }: Decided, unit: string): boolean {
  const own = hunks.find(({ index }) => unitKey(path, index) === unit);
  return (own?.decision ?? decision) === "reject";
}
