import type { Check, Entry, NoteEntry, TextEntry, ToolEntry } from "@/run/view";

interface Of {
  text: TextEntry;
  reasoning: TextEntry;
  tool: ToolEntry;
  note: NoteEntry;
}

/** The entries with one more, unless it is there already (a call whose beginning was seen). */
export function append(entries: readonly Entry[], entry: Entry): readonly Entry[] {
  return indexOf(entries, entry.kind, entry.id) < 0 ? [...entries, entry] : entries;
}

export function openText(entries: readonly Entry[], kind: "text" | "reasoning", id: string, at: string): readonly Entry[] {
  return append(entries, { kind, id, text: "", open: true, at, ended: null });
}

/** The entries with one of them changed; the same array when it is not there, so nothing is drawn again. */
export function change<K extends Entry["kind"]>(
  entries: readonly Entry[],
  kind: K,
  id: string,
  changed: (entry: Of[K]) => Entry,
): readonly Entry[] {
  const at = indexOf(entries, kind, id);
  return at < 0 ? entries : entries.with(at, changed(entries[at] as Of[K]));
}

/** What was still being written has ended. A call that has no answer has none now. */
export function closeAll(entries: readonly Entry[], at: string): readonly Entry[] {
  return entries.map((entry) => closed(entry, at));
}

/** Somebody answered: no call waits any more. What became of each is told by its output. */
export function answered(entries: readonly Entry[]): readonly Entry[] {
  return entries.map((entry) => (entry.kind === "tool" && entry.state === "waiting" ? { ...entry, state: "running" } : entry));
}

function closed(entry: Entry, at: string): Entry {
  switch (entry.kind) {
    case "text":
    case "reasoning":
      return entry.open ? { ...entry, open: false, ended: at } : entry;
    case "tool":
      return entry.state === "writing" || entry.state === "running" ? { ...entry, state: "stopped", ended: at } : entry;
    case "note":
      return entry;
  }
}

/** Which checks have failed since a call was made. */
export function refusedSince(entries: readonly Entry[], call: string): readonly Check[] {
  const since = entries.slice(indexOf(entries, "tool", call) + 1);
  return since.flatMap((entry) => (entry.kind === "note" && entry.note.type === "diagnostics" && !entry.note.data.ok ? [entry.note.data.source] : []));
}

/** From the end, where what changes is. */
function indexOf(entries: readonly Entry[], kind: Entry["kind"], id: string): number {
  return entries.findLastIndex((entry) => entry.kind === kind && entry.id === id);
}
