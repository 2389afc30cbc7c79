import type { Place } from "@/domain/place";

export const FOUND_KINDS = ["document", "note", "memory", "decision", "message", "task", "plan_node"] as const;
export type FoundKind = (typeof FOUND_KINDS)[number];

interface Found {
  kind: FoundKind;
  id: string;
  start?: number | null;
  conversation_id?: string | null;
}

/** What was found by its kind, in the order in which each kind was found first. */
export function byKind<F extends Found>(found: readonly F[]): [FoundKind, F[]][] {
  const kinds = new Map<FoundKind, F[]>();
  for (const one of found) kinds.set(one.kind, [...(kinds.get(one.kind) ?? []), one]);
  return [...kinds];
}

/** Where something that was found is shown. */
export function placeOf({ kind, id, start, conversation_id: chat }: Found): Place {
  switch (kind) {
    case "document":
      return { tab: "docs", doc: id, ...(start ? { at: start } : {}) };
    case "note":
      return { tab: "knowledge", part: "notes", kept: id };
    case "memory":
      return { tab: "knowledge", part: "memory", kept: id };
    case "decision":
      return { tab: "project" };
    case "message":
      return { ...(chat ? { chat } : {}), turn: id };
    case "task":
      return { tab: "tasks", task: id };
    case "plan_node":
      return { tab: "plan", node: id };
  }
}

/** What is said of something that was found: its title, or its words where it has none, and what stands behind that. */
export function wordsOf({ title, text }: { title: string; text: string }): { title: string; rest: string } {
  const [name, words] = [title.trim(), text.trim()];
  if (name === "") return { title: words, rest: "" };
  return { title: name, rest: words.startsWith(name) ? words.slice(name.length).trim() : words };
}
