// Sample content: replace `src/sample` and the pages with what the app is for.
import { html } from "../html";
import { showToast } from "../lib/toasts";
import { button } from "../ui/button";
import { selectField, showError, textField } from "../ui/field";
import { newDraft, problemsOf, saveProject, statuses, type Draft, type Project } from "./projects";

export function projectForm(project: Project | undefined, done: () => void) {
  const { name, client, status, due } = project ?? newDraft();

  function submit(event: Event): void {
    event.preventDefault();
    const draft = Object.fromEntries(new FormData(form)) as Draft;
    const problems = problemsOf(draft);
    for (const key of ["name", "client", "due"] as const) showError(form.querySelector(`[name=${key}]`)!, problems[key]);
    if (Object.keys(problems).length > 0) {
      form.querySelector<HTMLElement>("[aria-invalid]")?.focus();
      return;
    }
    saveProject(draft, project?.id);
    showToast(project ? `Saved “${draft.name}”.` : `Added “${draft.name}”.`);
    done();
  }

  const form = html`<form class="grid gap-5" novalidate onsubmit=${submit}>
    ${textField({ label: "Name", name: "name", value: name, autocomplete: "off", required: true })}
    ${textField({ label: "Client", name: "client", value: client, autocomplete: "off", required: true })}
    <div class="grid gap-5 sm:grid-cols-2">
      ${selectField({ label: "Status", name: "status", value: status, options: statuses })}
      ${textField({ label: "Due", name: "due", type: "date", value: due, required: true })}
    </div>
    <div class="mt-2 flex flex-wrap justify-end gap-3">
      ${button({ text: "Cancel", onclick: done })}
      ${button({ text: project ? "Save" : "Add project", look: "primary", type: "submit" })}
    </div>
  </form>` as HTMLFormElement;
  return form;
}
