export type Note = { id: number; title: string; text: string; pinned?: boolean };

const KEY = "notes";

/** The notes as they were left, newest first; none when nothing can be read. */
export function loadNotes(): Note[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? (kept as Note[]) : [];
  } catch {
    return [];
  }
}

export function saveNotes(notes: Note[]) {
  localStorage.setItem(KEY, JSON.stringify(notes));
}
