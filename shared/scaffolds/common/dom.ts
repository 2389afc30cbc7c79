import "./features.css";
import { setting } from "./setting";

export { setting };

type Child = Node | string | null;
type Listener = (event: Event) => void;
type Props = Record<string, string | boolean | Listener>;

/** An element. A function listens to the event of its name; `true` is an attribute without a value, `false` is none. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children) if (child !== null) made.append(child);
  return made;
}

/** Shows a feature in its place; the answer takes it away again. */
export function show(place: Element | null, feature: Node): () => void {
  place?.replaceChildren(feature);
  return () => place?.replaceChildren();
}

/** A part of the page with its own heading. */
export function section(id: string, title: string, ...children: Child[]): HTMLElement {
  const heading = el("h2", { id: `${id}-title` }, title);
  return el("section", { id, class: "feature", "aria-labelledby": heading.id }, heading, ...children);
}

/** What stands in a feature's place until the values it needs are set. */
export function notReady(what: string): HTMLElement {
  return el("p", { class: "feature-note" }, `${what} is not set up yet. Please come back later.`);
}

/** An address of the app's settings, without a slash at its end; empty while it is none that can be asked. */
export function address(value: unknown): string {
  const text = setting(value).replace(/\/+$/, "");
  return URL.canParse(text) && new URL(text).protocol === "https:" ? text : "";
}

/** What is said to a visitor when something did not work. */
export class Refused extends Error {}

/** Asks a service. Its answer, null where it has none that is JSON; Refused with words for visitors. */
export async function ask(url: string, init: RequestInit = {}): Promise<unknown> {
  let answer: Response;
  try {
    answer = await fetch(url, { signal: AbortSignal.timeout(15_000), ...init });
  } catch {
    throw new Refused("The service cannot be reached just now. Please try again.");
  }
  if (answer.status === 429) throw new Refused("That was too often. Please try again in a minute.");
  if (answer.status >= 500) throw new Refused("The service has a problem just now. Please try again later.");
  if (!answer.ok) throw new Refused("The service did not take that. Please check what you wrote.");
  return answer.json().catch(() => null);
}

/** JSON to be sent. */
export function json(body: unknown, headers: Record<string, string> = {}): RequestInit {
  return {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json", ...headers },
    body: JSON.stringify(body),
  };
}

/** A field with its label. */
export function field(label: string, name: string, props: Props = {}): HTMLLabelElement {
  const { rows, ...more } = props;
  const input = rows ? el("textarea", { name, rows, ...more }) : el("input", { name, ...more });
  return el("label", { class: "feature-field" }, label, input);
}

/** A form that says what becomes of it. `send` has what was filled in and answers what is said then. */
export function form(fields: Node[], action: string, send: (data: FormData) => Promise<string>): HTMLFormElement {
  const status = el("p", { class: "feature-status", role: "status" });
  const button = el("button", { class: "feature-button", type: "submit" }, action);
  const made = el("form", { class: "feature-form" }, ...fields, button, status);
  let busy = false;
  made.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (busy) return;
    busy = true;
    button.setAttribute("aria-disabled", "true");
    status.textContent = "One moment …";
    try {
      status.textContent = await send(new FormData(made));
      made.reset();
    } catch (error) {
      status.textContent = error instanceof Refused ? error.message : "That did not work. Please try again.";
    }
    busy = false;
    button.removeAttribute("aria-disabled");
  });
  return made;
}
