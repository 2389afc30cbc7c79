// Sample page: replace it with what the app is for.
import { useState } from "react";
import { useSearchParams } from "react-router";
import Page from "../layout/Page";
import { formatDay } from "../lib/dates";
import { keepFocus } from "../lib/modal";
import { showToast } from "../lib/toasts";
import { useStore } from "../lib/useStore";
import ProjectForm from "../sample/ProjectForm";
import { findProjects, isLate, projects, removeProject, statuses, statusOf, type Project } from "../sample/projects";
import Badge from "../ui/Badge";
import Button from "../ui/Button";
import Dialog from "../ui/Dialog";
import EmptyState from "../ui/EmptyState";
import { SelectField, TextField } from "../ui/Field";
import Table, { type Column } from "../ui/Table";

type Open = { kind: "add" } | { kind: "edit"; project: Project };

export default function ProjectsPage() {
  const all = useStore(projects);
  const [open, setOpen] = useState<Open>();
  const [params, setParams] = useSearchParams();
  const text = params.get("find") ?? "";
  const status = params.get("status") ?? "";
  const close = () => setOpen(undefined);
  const add = <Button icon="plus" look="primary" onClick={() => setOpen({ kind: "add" })}>Add project</Button>;

  function filter(change: { find?: string; status?: string }) {
    const next = Object.entries({ find: text, status, ...change }).filter(([, value]) => value);
    setParams(Object.fromEntries(next), { replace: true });
  }

  function remove(project: Project) {
    const run = removeProject(project);
    showToast(`Deleted “${project.name}”.`, { action: { label: "Undo", run } });
    keepFocus();
  }

  const columns: Column<Project>[] = [
    {
      label: "Project",
      hideLabel: true,
      sortBy: ({ name }) => name,
      cell: ({ name, client }) => (
        <>
          <strong className="block font-semibold">{name}</strong>
          <span className="text-sm text-muted">{client}</span>
        </>
      ),
    },
    {
      label: "Status",
      sortBy: (project) => statuses.indexOf(statusOf(project)),
      cell: (project) => <Badge tone={statusOf(project).tone}>{statusOf(project).label}</Badge>,
    },
    {
      label: "Due",
      sortBy: ({ due }) => due,
      cell: (project) => (
        <span className={isLate(project) ? "font-semibold whitespace-nowrap text-danger" : "whitespace-nowrap"}>
          {formatDay(project.due)}
          {isLate(project) && <span className="sr-only"> (late)</span>}
        </span>
      ),
    },
    {
      label: "Actions",
      hideLabel: true,
      cell: (project) => (
        <div className="flex justify-end">
          <Button icon="edit" label={`Edit ${project.name}`} look="quiet" onClick={() => setOpen({ kind: "edit", project })} />
          <Button icon="trash" label={`Delete ${project.name}`} look="quiet" onClick={() => remove(project)} />
        </div>
      ),
    },
  ];

  return (
    <Page actions={add} lead="Everything you work on, in one list." title="Projects">
      <div className="mb-5 grid grid-cols-[minmax(0,1fr)_8.5rem] gap-4 sm:grid-cols-[1fr_14rem]" role="search">
        <TextField label="Find" onChange={(event) => filter({ find: event.target.value })} placeholder="Name or client" type="search" value={text} />
        <SelectField
          label="Status"
          onChange={(event) => filter({ status: event.target.value })}
          options={[{ value: "", label: "All" }, ...statuses]}
          value={status}
        />
      </div>
      <div className="card overflow-x-auto">
        <Table
          caption="Projects"
          columns={columns}
          empty={
            all.length === 0 ? (
              <EmptyState picture="empty" text="Add the first one, and it is kept in this browser." title="No projects yet">
                {add}
              </EmptyState>
            ) : (
              <EmptyState picture="search" text="No project has this name, client and status." title="Nothing found">
                <Button onClick={() => filter({ find: "", status: "" })}>Show all</Button>
              </EmptyState>
            )
          }
          rowKey={({ id }) => id}
          rows={findProjects(all, text, status)}
        />
      </div>

      {open && (
        <Dialog onClose={close} title={open.kind === "add" ? "Add a project" : "Edit project"}>
          <ProjectForm onDone={close} project={open.kind === "edit" ? open.project : undefined} />
        </Dialog>
      )}
    </Page>
  );
}
