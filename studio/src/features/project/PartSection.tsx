import { type ReactNode, useId } from "react";
import type { ProjectState } from "@/data/project";
import { type Part, rowsOf } from "@/domain/project";
import { PartForm } from "@/features/project/PartForm";
import { PartView } from "@/features/project/PartView";
import { usePartForm } from "@/features/project/usePartForm";
import { useWork } from "@/messages/work/useWork";
import { Button } from "@/ui/Button";

/** One part of the state: as it is, or as it is being written. */
export function PartSection({ part, state }: { part: Part; state: ProjectState }) {
  const { project } = useWork();
  const form = usePartForm(state.project_id, part, state);
  const words = project.parts[part];
  return (
    <Titled title={words.title} text={words.text} action={!form.open && <Button onClick={form.begin}>{project.edit(words.title)}</Button>}>
      {form.open ? <PartForm part={part} form={form} /> : <PartView part={part} rows={rowsOf(part, state)} />}
    </Titled>
  );
}

/** A section with its name, a sentence about it, and what may be done with it. */
export function Titled({ title, text, action, children }: { title: string; text?: string; action?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3 py-6">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-60">
          <h2 id={id} className="text-lg">
            {title}
          </h2>
          {text && <p className="text-muted">{text}</p>}
        </div>
        {action}
      </header>
      {children}
    </section>
  );
}
