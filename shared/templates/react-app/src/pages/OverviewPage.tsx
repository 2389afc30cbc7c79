// Sample page: replace it with what the app is for.
import { Link } from "react-router";
import Page from "../layout/Page";
import { daysUntil, formatDay } from "../lib/dates";
import { useStore } from "../lib/useStore";
import { isLate, openProjects, projects } from "../sample/projects";
import { settings } from "../sample/settings";
import Badge from "../ui/Badge";
import EmptyState from "../ui/EmptyState";
import Icon from "../ui/Icon";
import Picture from "../ui/Picture";

export default function OverviewPage() {
  const all = useStore(projects);
  const { name, soon } = useStore(settings);
  const open = openProjects(all);
  const late = open.filter(isLate).length;
  const figures = [
    { label: "Open", value: open.length },
    { label: `Due in ${soon} days`, value: open.filter(({ due }) => daysUntil(due) <= soon).length - late },
    { label: "Late", value: late },
    { label: "Done", value: all.length - open.length },
  ];

  return (
    <Page title={name ? `Welcome, ${name}` : "Overview"}>
      <section aria-label="In short" className="card grid overflow-hidden sm:grid-cols-[1fr_auto]">
        <dl className="grid grid-cols-2 gap-6 p-6 lg:grid-cols-4 lg:items-end lg:p-8">
          {figures.map(({ label, value }) => (
            <div className="flex flex-col-reverse" key={label}>
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="font-display text-4xl font-bold tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
        <Picture className="hidden h-full max-h-44 w-64 self-end sm:block" name="morning" />
      </section>

      <section aria-labelledby="next-title" className="mt-10">
        <div className="mb-3 flex items-center justify-between gap-4">
          <h2 className="text-xl" id="next-title">
            Due next
          </h2>
          <Link className="inline-flex min-h-11 items-center gap-2 font-semibold text-accent hover:text-accent-strong" to="/projects">
            All projects
            <Icon name="arrow" />
          </Link>
        </div>
        <div className="card">
          {open.length === 0 ? (
            <EmptyState picture="empty" text="Everything is done. Add a project to plan what comes next." title="Nothing is open">
              <Link className="button button-primary" to="/projects">
                Go to projects
              </Link>
            </EmptyState>
          ) : (
            <ul className="divide-y divide-line">
              {open.slice(0, 4).map((project) => (
                <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-5 py-4" key={project.id}>
                  <span className="min-w-0 wrap-anywhere">
                    <strong className="block font-semibold">{project.name}</strong>
                    <span className="text-sm text-muted">{project.client}</span>
                  </span>
                  {isLate(project) ? <Badge tone="danger">Late</Badge> : <span className="text-sm text-muted">{formatDay(project.due)}</span>}
                </li>
              ))}
            </ul>
          )}
        </div>
      </section>
    </Page>
  );
}
