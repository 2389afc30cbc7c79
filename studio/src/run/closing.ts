import type { Entry, RunView } from "@/run/view";

/** What a run said at its end, where its turn has not said it yet: it ended by a tool, and what it did is no revision. */
export function closingWords({ done, entries }: Pick<RunView, "done" | "entries">): string | null {
  const said = done?.status === "completed" ? (done.summary ?? "").trim() : "";
  return said && !entries.some((entry) => tells(entry, said.replace(/…$/, ""))) ? said : null;
}

function tells(entry: Entry, said: string): boolean {
  if (entry.kind === "note") return entry.note.type === "revision";
  const words = entry.kind === "text" ? entry.text.trim() : "";
  return words !== "" && (words.startsWith(said) || said.startsWith(words));
}
