// Sample content: replace `src/sample` and the pages with what the app is for.
import { useEffect, useRef, useState, type FormEvent } from "react";
import { showToast } from "../lib/toasts";
import Button from "../ui/Button";
import { SelectField, TextField } from "../ui/Field";
import { newDraft, problemsOf, saveProject, statuses, type Draft, type Problems, type Project } from "./projects";

type Props = { project?: Project; onDone: () => void };

export default function ProjectForm({ project, onDone }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [problems, setProblems] = useState<Problems>({});
  const initial = project ?? newDraft();

  useEffect(() => form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus(), [problems]);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const draft = Object.fromEntries(new FormData(event.currentTarget)) as Draft;
    const found = problemsOf(draft);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    saveProject(draft, project?.id);
    showToast(project ? `Saved “${draft.name}”.` : `Added “${draft.name}”.`);
    onDone();
  }

  return (
    <form className="grid gap-5" noValidate onSubmit={submit} ref={form}>
      <TextField autoComplete="off" defaultValue={initial.name} error={problems.name} label="Name" name="name" required />
      <TextField autoComplete="off" defaultValue={initial.client} error={problems.client} label="Client" name="client" required />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField defaultValue={initial.status} label="Status" name="status" options={statuses} />
        <TextField defaultValue={initial.due} error={problems.due} label="Due" name="due" required type="date" />
      </div>
      <div className="mt-2 flex flex-wrap justify-end gap-3">
        <Button onClick={onDone}>Cancel</Button>
        <Button look="primary" type="submit">
          {project ? "Save" : "Add project"}
        </Button>
      </div>
    </form>
  );
}
