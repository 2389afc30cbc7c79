import { html } from "../html";

type Labels = { label: string; hint?: string };
type Text = {
  name?: string;
  type?: string;
  value?: string;
  required?: boolean;
  autocomplete?: string;
  placeholder?: string;
  maxlength?: number;
  oninput?: (value: string) => void;
};
type Choice = {
  name?: string;
  value: string | number;
  options: readonly { value: string | number; label: string }[];
  onchange?: (value: string) => void;
};

let last = 0;

export function textField({ label, hint, oninput, ...text }: Labels & Text) {
  const input = html`<input
    autocomplete=${text.autocomplete}
    maxlength=${text.maxlength}
    name=${text.name}
    oninput=${() => oninput?.(input.value)}
    placeholder=${text.placeholder}
    required=${text.required}
    type=${text.type}
    value=${text.value}
  />` as HTMLInputElement;
  return field({ label, hint }, input, input);
}

export function selectField({ label, hint, name, value, options, onchange }: Labels & Choice) {
  const select = html`<select name=${name} onchange=${() => onchange?.(select.value)}>
    ${options.map((option) => html`<option value="${option.value}">${option.label}</option>`)}
  </select>` as HTMLSelectElement;
  select.value = String(value);
  return field({ label, hint }, select, html`<div class="select">${select}</div>`);
}

/** Says at a control what is wrong with it, or that nothing is. */
export function showError(control: Element, message = ""): void {
  const error = document.getElementById(`${control.id}-error`)!;
  error.textContent = message;
  error.hidden = !message;
  if (message) control.setAttribute("aria-invalid", "true");
  else control.removeAttribute("aria-invalid");
  describe(control, Boolean(document.getElementById(`${control.id}-hint`)), Boolean(message));
}

function field({ label, hint }: Labels, control: HTMLElement, content: HTMLElement) {
  const id = `field-${++last}`;
  control.id = id;
  control.classList.add("control");
  describe(control, Boolean(hint), false);
  return html`<div class="field">
    <label class="field-label" for="${id}">${label}</label>
    ${content} ${hint && html`<p class="field-hint" id="${id}-hint">${hint}</p>`}
    <p class="field-error" hidden id="${id}-error"></p>
  </div>`;
}

function describe(control: Element, hint: boolean, error: boolean): void {
  const ids = [hint && `${control.id}-hint`, error && `${control.id}-error`].filter(Boolean).join(" ");
  if (ids) control.setAttribute("aria-describedby", ids);
  else control.removeAttribute("aria-describedby");
}
