/** What the server itself says of a revision that it makes, read so that it can be said in another language. */
export type Made =
  | { kind: "begun" | "begunAgain"; template: string }
  | { kind: "restored" | "undone"; what: string }
  | { kind: "fileBack"; path: string; what: string }
  | { kind: "imported" }
  | { kind: "said"; words: string };

const OWN: ReadonlySet<string> = new Set(["template", "reset", "restore", "revert", "import"]);

/** `message` of a revision of this `origin`; what a person or an agent wrote is taken as it is. */
export function madeOf(origin: string, message: string): Made {
  return (OWN.has(origin) && own(message)) || { kind: "said", words: message };
}

/** The same of a title that stands within another one: whose it was is not known. */
export function madeWithin(message: string): Made {
  return own(message) ?? { kind: "said", words: message };
}

function own(message: string): Made | null {
  const begun = /^Start (from|over from) the (.{1,80}) template$/.exec(message);
  if (begun) return { kind: begun[1] === "from" ? "begun" : "begunAgain", template: begun[2] ?? "" };
  const back = /^Bring back (\S{1,300}) from (.+)$/s.exec(message);
  if (back) return { kind: "fileBack", path: back[1] ?? "", what: back[2] ?? "" };
  const whole = /^(Restore|Undo:) (.+)$/s.exec(message);
  if (whole) return { kind: whole[1] === "Restore" ? "restored" : "undone", what: whole[2] ?? "" };
  return message === "Import a project" ? { kind: "imported" } : null;
}
