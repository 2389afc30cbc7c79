/** Markup that is safe to put into the page: made by the `html` tag, which escapes every value it is given. */
export class Markup {
  constructor(readonly text: string) {}
}

type Value = string | number | Markup | readonly Value[];

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escape(value: Value): string {
  if (value instanceof Markup) return value.text;
  if (typeof value === "object") return value.map(escape).join("");
  return String(value).replace(/[&<>"']/g, (character) => entities[character]!);
}

/** A tagged template: html`<p>${text}</p>`. Parts made with html stay markup, lists are joined, the rest is escaped. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Markup {
  return new Markup(strings.reduce((text, part, index) => text + escape(values[index - 1] ?? "") + part));
}
