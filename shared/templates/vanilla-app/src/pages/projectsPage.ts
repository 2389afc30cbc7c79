// Sample page: replace it with what the app is for.
import { html } from "../html";
import { page, type Page } from "../layout/page";
import { formatDay } from "../lib/dates";
import { keepFocus } from "../lib/modal";
import { navigate, place } from "../lib/router";
import { showToast } from "../lib/toasts";
import { projectForm } from "../sample/projectForm";
import { findProjects, isLate, projects, removeProject, statuses, statusOf, type Project } from "../sample/projects";
import { badge } from "../ui/badge";
import { button } from "../ui/button";
import { openDialog } from "../ui/dialog";
import { emptyState } from "../ui/emptyState";
import { selectField, textField } from "../ui/field";
import { table, type Column } from "../ui/table";

const columns: Column<Project>[] = [
  {
    label: "Project",
    hideLabel: true,
    sortBy: ({ name }) => name,
    cell: ({ name, client }) => html`<div>
      <strong class="block font-semibold">${name}</strong>
      <span class="text-sm text-muted">${client}</span>
    </div>`,
  },
  {
    label: "Status",
    sortBy: (project) => statuses.indexOf(statusOf(project)),
    cell: (project) => badge(statusOf(project).label, statusOf(project).tone),
  },
  {
    label: "Due",
    sortBy: ({ due }) => due,
    cell: (project) => html`<span class="whitespace-nowrap ${isLate(project) ? "font-semibold text-danger" : ""}">
      ${formatDay(project.due)} ${isLate(project) && html`<span class="sr-only">(late)</span>`}
    </span>`,
  },
  {
    label: "Actions",
    hideLabel: true,
    cell: (project) => html`<div class="flex justify-end">
      ${button({ icon: "edit", label: `Edit ${project.name}`, look: "quiet", onclick: () => edit(project) })}
      ${button({ icon: "trash", label: `Delete ${project.name}`, look: "quiet", onclick: () => remove(project) })}
    </div>`,
  },
];

export const projectsPage: Page = (watch) => {
  const list = table({ caption: "Projects", columns, empty });
  const draw = () => list.show(findProjects(projects.get(), filtered("find"), filtered("status")));
  watch(projects, draw);
  watch(place, draw);

  const find = textField({
    label: "Find",
    type: "search",
    placeholder: "Name or client",
    value: filtered("find"),
    oninput: (value) => filter({ find: value }),
  });
  const status = selectField({
    label: "Status",
    value: filtered("status"),
    options: [{ value: "", label: "All" }, ...statuses],
    onchange: (value) => filter({ status: value }),
  });
  watch(place, () => {
    find.querySelector("input")!.value = filtered("find");
    status.querySelector("select")!.value = filtered("status");
  });

  return page({
    title: "Projects",
    lead: "Everything you work on, in one list.",
    actions: addButton(),
    content: [
      html`<div class="mb-5 grid grid-cols-[minmax(0,1fr)_8.5rem] gap-4 sm:grid-cols-[1fr_14rem]" role="search">
        ${find} ${status}
      </div>`,
      html`<div class="card overflow-x-auto">${list.element}</div>`,
    ],
  });
};

function filtered(name: "find" | "status"): string {
  return place.get().query.get(name) ?? "";
}

function filter(change: { find?: string; status?: string }): void {
  const all = { find: filtered("find"), status: filtered("status"), ...change };
  const next = Object.entries(all).filter(([, value]) => value);
  navigate(next.length > 0 ? `/projects?${new URLSearchParams(next)}` : "/projects", { replace: true });
}

function addButton() {
  const onclick = () => openDialog("Add a project", (close) => projectForm(undefined, close));
  return button({ icon: "plus", text: "Add project", look: "primary", onclick });
}

function edit(project: Project): void {
  openDialog("Edit project", (close) => projectForm(project, close));
}

function remove(project: Project): void {
  const run = removeProject(project);
  showToast(`Deleted “${project.name}”.`, { action: { label: "Undo", run } });
  keepFocus();
}

function empty() {
  if (projects.get().length === 0) {
    const text = "Add the first one, and it is kept in this browser.";
    return emptyState({ picture: "empty", title: "No projects yet", text, action: addButton() });
  }
  const action = button({ text: "Show all", onclick: () => filter({ find: "", status: "" }) });
  return emptyState({ picture: "search", title: "Nothing found", text: "No project has this name, client and status.", action });
}
