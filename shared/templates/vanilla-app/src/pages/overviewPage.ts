// Sample page: replace it with what the app is for.
import { html } from "../html";
import { page, type Page } from "../layout/page";
import { daysUntil, formatDay } from "../lib/dates";
import { href } from "../lib/router";
import { isLate, openProjects, projects, type Project } from "../sample/projects";
import { settings } from "../sample/settings";
import { badge } from "../ui/badge";
import { emptyState } from "../ui/emptyState";
import { icon } from "../ui/icon";
import { picture } from "../ui/picture";

export const overviewPage: Page = (watch) => {
  const element = html`<div></div>`;
  const draw = () => {
    const { name } = settings.get();
    const open = openProjects(projects.get());
    element.replaceChildren(
      page({ title: name ? `Welcome, ${name}` : "Overview", content: [inShort(open), next(open)] }),
    );
  };
  watch(projects, draw);
  watch(settings, draw);
  return element;
};

function inShort(open: Project[]) {
  const { soon } = settings.get();
  const late = open.filter(isLate).length;
  const figures = [
    { label: "Open", value: open.length },
    { label: `Due in ${soon} days`, value: open.filter(({ due }) => daysUntil(due) <= soon).length - late },
    { label: "Late", value: late },
    { label: "Done", value: projects.get().length - open.length },
  ];
  return html`<section aria-label="In short" class="card grid overflow-hidden sm:grid-cols-[1fr_auto]">
    <dl class="grid grid-cols-2 gap-6 p-6 lg:grid-cols-4 lg:items-end lg:p-8">
      ${figures.map(
        ({ label, value }) => html`<div class="flex flex-col-reverse">
          <dt class="text-sm text-muted">${label}</dt>
          <dd class="font-display text-4xl font-bold tabular-nums">${value}</dd>
        </div>`,
      )}
    </dl>
    ${picture("morning", "hidden h-full max-h-44 w-64 self-end sm:block")}
  </section>`;
}

function next(open: Project[]) {
  return html`<section aria-labelledby="next-title" class="mt-10">
    <div class="mb-3 flex items-center justify-between gap-4">
      <h2 class="text-xl" id="next-title">Due next</h2>
      <a
        class="inline-flex min-h-11 items-center gap-2 font-semibold text-accent hover:text-accent-strong"
        href="${href("/projects")}"
      >
        All projects ${icon("arrow")}
      </a>
    </div>
    <div class="card">${open.length === 0 ? nothingOpen() : html`<ul class="divide-y divide-line">${open.slice(0, 4).map(item)}</ul>`}</div>
  </section>`;
}

function item(project: Project) {
  return html`<li class="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 py-4">
    <span class="min-w-0 wrap-anywhere">
      <strong class="block font-semibold">${project.name}</strong>
      <span class="text-sm text-muted">${project.client}</span>
    </span>
    ${isLate(project) ? badge("Late", "danger") : html`<span class="text-sm text-muted">${formatDay(project.due)}</span>`}
  </li>`;
}

function nothingOpen() {
  return emptyState({
    picture: "empty",
    title: "Nothing is open",
    text: "Everything is done. Add a project to plan what comes next.",
    action: html`<a class="button button-primary" href="${href("/projects")}">Go to projects</a>`,
  });
}
