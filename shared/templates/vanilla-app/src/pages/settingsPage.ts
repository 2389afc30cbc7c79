// Sample page: replace it with the settings that the app needs.
import { html } from "../html";
import { page, type Page } from "../layout/page";
import { showToast } from "../lib/toasts";
import { projects } from "../sample/projects";
import { settings } from "../sample/settings";
import { button } from "../ui/button";
import { askToDelete } from "../ui/dialog";
import { selectField, textField } from "../ui/field";

const spans = [7, 14, 30].map((days) => ({ value: days, label: `${days} days` }));

export const settingsPage: Page = () =>
  page({
    title: "Settings",
    lead: "Kept in this browser, for you alone.",
    content: html`<div class="grid max-w-2xl gap-6">${you()} ${data()}</div>`,
  });

function you() {
  const { name, soon } = settings.get();

  function save(event: Event): void {
    event.preventDefault();
    const form = new FormData(event.target as HTMLFormElement);
    settings.set({ name: String(form.get("name")).trim(), soon: Number(form.get("soon")) });
    showToast("Settings saved.");
  }

  return html`<form class="card grid gap-5 p-6" onsubmit=${save}>
    <h2 class="text-xl">You</h2>
    ${textField({
      label: "Name",
      hint: "The overview greets you by it.",
      name: "name",
      value: name,
      autocomplete: "given-name",
      maxlength: 40,
    })}
    ${selectField({
      label: "Due soon means within",
      hint: "How far ahead the overview counts.",
      name: "soon",
      value: soon,
      options: spans,
    })}
    ${button({ text: "Save settings", look: "primary", type: "submit", className: "justify-self-start" })}
  </form>`;
}

function data() {
  const ask = () =>
    askToDelete({
      title: "Delete all projects?",
      text: "They cannot be brought back.",
      keep: "Keep them",
      remove: "Delete all",
      onremove() {
        projects.set([]);
        showToast("All projects are deleted.");
      },
    });
  return html`<section aria-labelledby="data-title" class="card p-6">
    <h2 class="text-xl" id="data-title">Data</h2>
    <p class="mt-2 mb-5 text-muted">Projects stay in this browser until you delete them.</p>
    ${button({ text: "Delete all projects", look: "danger", onclick: ask })}
  </section>`;
}
