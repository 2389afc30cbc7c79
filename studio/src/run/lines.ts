import type { Entry, ToolEntry } from "@/run/view";

/** Calls of tools that follow each other, told as one. */
export interface ToolGroup {
  kind: "tools";
  id: string;
  calls: readonly ToolEntry[];
}

export type Line = Exclude<Entry, ToolEntry> | ToolGroup;

/** The entries as they are read: what the tools did between two words of the model is one line. Empty words are none. */
export function lines(entries: readonly Entry[]): Line[] {
  const told: Line[] = [];
  for (const entry of entries) {
    const last = told.at(-1);
    if (entry.kind !== "tool") {
      if (!isEmpty(entry)) told.push(entry);
    } else if (last?.kind === "tools") told[told.length - 1] = { ...last, calls: [...last.calls, entry] };
    else told.push({ kind: "tools", id: entry.id, calls: [entry] });
  }
  return told;
}

function isEmpty(entry: Exclude<Entry, ToolEntry>): boolean {
  return entry.kind === "note" ? entry.note.type === "diagnostics" && entry.note.data.diagnostics.length === 0 : !entry.text.trim();
}
