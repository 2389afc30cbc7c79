type Child = string | number | false | undefined | Node | readonly Child[];
type Value = Child | boolean | ((event: Event) => void);

/** No text that a person writes begins like this. */
const slot = `slot-${Math.random().toString(36).slice(2)}:`;
const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/**
 * Makes one element: html`<button onclick=${save}>${text}</button>`. Texts are escaped; elements and lists of them go
 * in as they are; an attribute without quotes takes a listener, or is left out for false and undefined.
 */
export function html(strings: TemplateStringsArray, ...values: Value[]): HTMLElement {
  const template = document.createElement("template");
  template.innerHTML = strings
    .reduce((text, part, at) => text + mark(text, values[at - 1], at - 1) + part)
    .trim();
  for (const element of template.content.querySelectorAll("*")) fill(element, values);
  for (const place of template.content.querySelectorAll("slot[data-at]")) {
    place.replaceWith(...nodes(values[Number(place.getAttribute("data-at"))] as Child));
  }
  return template.content.firstElementChild as HTMLElement;
}

function mark(text: string, value: Value, at: number): string {
  const inTag = text.lastIndexOf("<") > text.lastIndexOf(">");
  if (inTag && text.endsWith("=")) return `"${slot}${at}"`;
  if (typeof value === "string" || typeof value === "number") return escape(String(value));
  return inTag ? "" : `<slot data-at="${at}"></slot>`;
}

function fill(element: Element, values: Value[]): void {
  for (const name of element.getAttributeNames()) {
    const value = element.getAttribute(name) ?? "";
    if (!value.startsWith(slot)) continue;
    const given = values[Number(value.slice(slot.length))];
    element.removeAttribute(name);
    if (typeof given === "function") element.addEventListener(name.slice(2), given);
    else if (given !== false && given !== undefined) element.setAttribute(name, given === true ? "" : String(given));
  }
}

function nodes(child: Child): Node[] {
  if (child instanceof Node) return [child];
  if (typeof child === "object") return child.flatMap(nodes);
  return child === false || child === undefined ? [] : [document.createTextNode(String(child))];
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!);
}
