import { Plus } from "lucide-react";
import { useRef } from "react";
import { detailOf } from "@/data/problem";
import type { Part } from "@/domain/project";
import { PartRowFields } from "@/features/project/PartRowFields";
import { PartView } from "@/features/project/PartView";
import type { PartFormState } from "@/features/project/usePartForm";
import { useWork } from "@/messages/work/useWork";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { arriveInForm } from "@/ui/firstField";

/** A part as rows. What was written meanwhile is shown beside it, and nothing is written over it unseen. */
export function PartForm({ part, form }: { part: Part; form: PartFormState }) {
  const { common } = useMessages();
  const { project } = useWork();
  const list = useRef<HTMLUListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const { save, conflict } = form;
  const remove = (at: number) => {
    form.remove(at);
    add.current?.focus();
  };
  const more = () => {
    form.add();
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>("li:last-child input, li:last-child textarea")?.focus());
  };
  return (
    <form
      ref={arriveInForm}
      aria-label={project.parts[part].title}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (form.wrong) list.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
        else if (!save.isPending) form.send();
      }}
      className="flex flex-col gap-3"
    >
      <ul ref={list} className="flex flex-col gap-3">
        {form.rows.map((row, at) => (
          <li key={at}>
            <PartRowFields part={part} row={row} at={at} of={form.rows.length} fault={form.faults[at] ?? null} form={form} onRemove={() => remove(at)} />
          </li>
        ))}
      </ul>
      <div>
        <Button ref={add} icon={<Plus aria-hidden size={16} />} aria-disabled={form.full} onClick={() => form.full || more()}>
          {form.full ? project.full : project.parts[part].add}
        </Button>
      </div>
      {conflict && (
        <div role="alert" className="flex flex-col gap-2 rounded-md bg-warn-soft p-3">
          <p className="font-semibold">{project.conflict}</p>
          <PartView part={part} rows={conflict} />
        </div>
      )}
      {save.isError && !conflict && <Fault title={project.saveFailed} detail={detailOf(save.error)} />}
      <div className="flex flex-wrap gap-2">
        <Button look="main" pill type="submit" aria-disabled={save.isPending || form.wrong}>
          {save.isPending ? project.saving : conflict ? project.saveOver : project.save}
        </Button>
        <Button look="quiet" onClick={form.close}>
          {conflict ? project.takeTheirs : form.same ? common.close : project.discard}
        </Button>
      </div>
      <p className="text-sm text-muted">{project.kept}</p>
    </form>
  );
}
