// @scaffold database
import { address, ask, el, field, form, json, notReady, Refused, section, setting, show } from "../common/dom";

const project = address(import.meta.env.VITE_SUPABASE_URL);
const key = setting(import.meta.env.VITE_SUPABASE_ANON_KEY);
const table = setting(import.meta.env.VITE_SUPABASE_TABLE) || "notes";
const rows = `${project}/rest/v1/${encodeURIComponent(table)}`;
const headers = { apikey: key, Authorization: `Bearer ${key}` };

export interface Row {
  name: string;
  message: string;
}

/** The newest rows. What a visitor may read and write is decided by the table's own rules (row level security). */
export async function readRows(): Promise<Row[]> {
  const found = await ask(`${rows}?select=name,message&order=id.desc&limit=50`, { headers });
  return Array.isArray(found) ? found.filter(isRow) : [];
}

/** Adds one row. */
export async function addRow(row: Row): Promise<void> {
  await ask(rows, json(row, { ...headers, Prefer: "return=minimal" }));
}

/** A guestbook: what others wrote, and a form. */
export function mountDatabase(place: Element | null): () => void {
  const ready = project && key;
  return show(place, section("guestbook", "Guestbook", ...(ready ? guestbook() : [notReady("The guestbook")])));
}

function guestbook(): HTMLElement[] {
  const list = el("ul", { class: "feature-list" });
  const note = el("p", { class: "feature-status", role: "status" }, "Loading …");
  const draw = async () => {
    try {
      const found = await readRows();
      list.replaceChildren(...found.map((row) => el("li", {}, el("strong", {}, row.name), ` ${row.message}`)));
      note.textContent = found.length ? "" : "Nobody has written yet.";
    } catch (error) {
      note.textContent = error instanceof Refused ? error.message : "The guestbook cannot be shown just now.";
    }
  };
  void draw();
  const fields = [
    field("Your name", "name", { required: true, autocomplete: "name", maxlength: "80" }),
    field("Your words", "message", { required: true, rows: "3", maxlength: "1000" }),
  ];
  const write = form(fields, "Write", async (data) => {
    await addRow({ name: String(data.get("name")), message: String(data.get("message")) });
    await draw();
    return "Thank you.";
  });
  return [write, note, list];
}

function isRow(found: unknown): found is Row {
  if (typeof found !== "object" || found === null || !("name" in found) || !("message" in found)) return false;
  return typeof found.name === "string" && typeof found.message === "string";
}
