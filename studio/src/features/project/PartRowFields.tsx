import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { useId } from "react";
import type { Part, PartRow, RowFault } from "@/domain/project";
import type { PartFormState } from "@/features/project/usePartForm";
import { useWork } from "@/messages/work/useWork";
import { FIELD } from "@/ui/Field";
import { IconButton } from "@/ui/IconButton";

interface Props {
  part: Part;
  row: PartRow;
  at: number;
  of: number;
  fault: RowFault | null;
  form: PartFormState;
  onRemove: () => void;
}

/** One row: its name where the part has names, its words, and what is wrong with it. */
export function PartRowFields({ part, row, at, of, fault, form, onRemove }: Props) {
  const { project } = useWork();
  const id = useId();
  const words = project.parts[part];
  const about = fault ? { "aria-invalid": true as const, "aria-describedby": id } : {};
  return (
    <div role="group" aria-label={project.row(at + 1, of)} className="flex flex-col gap-1">
      <div className="flex items-start gap-1">
        <div className={part === "stack" || part === "requirements" ? "grid min-w-0 grow gap-1 md:grid-cols-[180px_1fr]" : "flex min-w-0 grow flex-col gap-1"}>
          {part !== "plan" && (
            <input aria-label={words.name} placeholder={words.name} {...about} value={row.name} onChange={(event) => form.set(at, { name: event.target.value })} autoComplete="off" className={FIELD} />
          )}
          <textarea
            aria-label={words.value}
            placeholder={words.value}
            {...(part === "plan" ? about : {})}
            value={row.text}
            onChange={(event) => form.set(at, { text: part === "requirements" ? event.target.value : event.target.value.replaceAll("\n", " ") })}
            rows={1}
            className={`${FIELD} field-sizing-content max-h-60 resize-none`}
          />
        </div>
        {part === "plan" && (
          <>
            <IconButton label={project.up(at + 1)} aria-disabled={at === 0} onClick={() => form.move(at, -1)}>
              <ArrowUp aria-hidden size={16} strokeWidth={1.75} />
            </IconButton>
            <IconButton label={project.down(at + 1)} aria-disabled={at === of - 1} onClick={() => form.move(at, 1)}>
              <ArrowDown aria-hidden size={16} strokeWidth={1.75} />
            </IconButton>
          </>
        )}
        <IconButton label={project.remove(at + 1)} onClick={onRemove}>
          <Trash2 aria-hidden size={16} strokeWidth={1.75} />
        </IconButton>
      </div>
      {fault && (
        <p id={id} role="alert" className="text-sm text-bad">
          {project.faults[fault]}
        </p>
      )}
    </div>
  );
}
