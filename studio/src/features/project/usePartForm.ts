import { type ProjectState, useSavePart } from "@/data/project";
import { keptPart, type Part, type PartRow, rowFaults, ROWS_MOST, rowsOf, sameRows } from "@/domain/project";
import { useDraft } from "@/run/useDraft";

const EMPTY: PartRow = { name: "", text: "" };

/** A part that is being written: kept in this browser until it is saved, with what it was when that was begun. */
export function usePartForm(app: string, part: Part, state: ProjectState) {
  const [kept, keep] = useDraft(`project.${app}.${part}`);
  const save = useSavePart(app, part);
  const draft = keptPart(kept);
  const rows = draft?.rows ?? [];
  const stored = rowsOf(part, state);
  const faults = rowFaults(part, rows);
  const write = (next: readonly PartRow[]) => keep(JSON.stringify({ base: draft?.base ?? stored, rows: next }));
  const close = () => {
    save.reset();
    keep("");
  };
  /** What was written while it was saved stays, on what is stored now. */
  const after = (saved: ProjectState) => (written: string) => {
    const later = written === kept ? null : keptPart(written);
    return later ? JSON.stringify({ base: rowsOf(part, saved), rows: later.rows }) : "";
  };
  return {
    open: draft !== null,
    rows,
    faults,
    full: rows.length >= ROWS_MOST[part],
    same: sameRows(rows, stored),
    wrong: faults.some(Boolean),
    save,
    /** Somebody, or a run, has written this part since it was begun; this is what it says now. */
    conflict: draft && !sameRows(draft.base, stored) && !sameRows(rows, stored) ? stored : null,
    begin: () => write(stored.length ? stored : [EMPTY]),
    set: (at: number, change: Partial<PartRow>) => write(rows.map((row, place) => (place === at ? { ...row, ...change } : row))),
    add: () => write([...rows, EMPTY]),
    remove: (at: number) => write(rows.filter((_, place) => place !== at)),
    move: (at: number, by: 1 | -1) => write(moved(rows, at, at + by)),
    send: () => save.mutate({ version: state.version, rows, seen: stored }, { onSuccess: (saved) => keep(after(saved)) }),
    close,
  };
}

export type PartFormState = ReturnType<typeof usePartForm>;

function moved(rows: readonly PartRow[], from: number, to: number): PartRow[] {
  const row = rows[from];
  if (!row || to < 0 || to >= rows.length) return [...rows];
  const rest = rows.filter((_, at) => at !== from);
  return [...rest.slice(0, to), row, ...rest.slice(to)];
}
