/** The parts of a project's state that a person may write, each as rows of a form. */
export const PARTS = ["plan", "requirements", "stack", "decisions"] as const;
export type Part = (typeof PARTS)[number];

/** A step of the plan has no name; a requirement may have several values, a line each; a decision has its reason as text. */
export interface PartRow {
  name: string;
  text: string;
}

export interface Written {
  plan: readonly string[];
  requirements: Record<string, string | readonly string[]>;
  stack: Record<string, string>;
  decisions: readonly { decision: string; reason: string }[];
}

/** As the API bounds them. */
export const ROWS_MOST: Record<Part, number> = { plan: 50, requirements: 60, stack: 40, decisions: 100 };
export const TEXT_MOST = 500;
export const NAME_MOST: Record<Part, number> = { plan: 0, requirements: 100, stack: 100, decisions: 500 };
const VALUES_MOST = 20;

export type RowFault = "name" | "text" | "twice" | "long" | "many";

export function rowsOf(part: Part, state: Written): PartRow[] {
  switch (part) {
    case "plan":
      return state.plan.map((text) => ({ name: "", text }));
    case "requirements":
      return Object.entries(state.requirements).map(([name, value]) => ({ name, text: typeof value === "string" ? value : value.join("\n") }));
    case "stack":
      return Object.entries(state.stack).map(([name, text]) => ({ name, text }));
    case "decisions":
      return state.decisions.map(({ decision, reason }) => ({ name: decision, text: reason }));
  }
}

export interface PartPatch {
  plan?: string[];
  requirements?: Record<string, string | string[]>;
  stack?: Record<string, string>;
  decisions?: { decision: string; reason: string }[];
}

/** A part that is being written, and what it was when that was begun. */
export interface PartDraft {
  base: PartRow[];
  rows: PartRow[];
}

/** What the API is sent for a part; rows with nothing in them are none. */
export function partOf(part: Part, rows: readonly PartRow[]): PartPatch {
  const said = filled(rows);
  switch (part) {
    case "plan":
      return { plan: said.map(({ text }) => text.trim()) };
    case "requirements":
      return { requirements: Object.fromEntries(said.map(({ name, text }) => [name.trim(), valueOf(text)])) };
    case "stack":
      return { stack: Object.fromEntries(said.map(({ name, text }) => [name.trim(), text.trim()])) };
    case "decisions":
      return { decisions: said.map(({ name, text }) => ({ decision: name.trim(), reason: text.trim() })) };
  }
}

/** What is wrong with each row; null where it can be saved. */
export function rowFaults(part: Part, rows: readonly PartRow[]): (RowFault | null)[] {
  const seen = new Set<string>();
  return rows.map(({ name, text }) => {
    const [key, said] = [name.trim(), text.trim()];
    if (!key && !said) return null;
    if (part !== "plan" && !key) return "name";
    if (part !== "decisions" && !said) return "text";
    if (part !== "plan" && seen.has(key)) return "twice";
    seen.add(key);
    const parts = part === "requirements" ? linesOf(text) : [said];
    if (parts.length > VALUES_MOST) return "many";
    return parts.some((one) => one.length > TEXT_MOST) || (part !== "plan" && key.length > NAME_MOST[part]) ? "long" : null;
  });
}

export function sameRows(one: readonly PartRow[], other: readonly PartRow[]): boolean {
  return JSON.stringify(filled(one)) === JSON.stringify(filled(other));
}

/** What was kept in the browser; nothing when it is not ours any more. */
export function keptPart(kept: string): PartDraft | null {
  try {
    const value = kept ? (JSON.parse(kept) as Partial<PartDraft> | null) : null;
    return areRows(value?.base) && areRows(value?.rows) ? { base: value.base, rows: value.rows } : null;
  } catch {
    return null;
  }
}

function areRows(value: unknown): value is PartRow[] {
  return Array.isArray(value) && value.every((row) => typeof row?.name === "string" && typeof row?.text === "string");
}

function filled(rows: readonly PartRow[]): PartRow[] {
  return rows.filter(({ name, text }) => name.trim() || text.trim()).map(({ name, text }) => ({ name: name.trim(), text: text.trim() }));
}

function valueOf(text: string): string | string[] {
  const values = linesOf(text);
  return values.length === 1 ? (values[0] ?? "") : values;
}

function linesOf(text: string): string[] {
  return text.split("\n").map((line) => line.trim()).filter(Boolean);
}
