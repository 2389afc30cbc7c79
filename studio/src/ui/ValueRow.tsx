import { Trash2 } from "lucide-react";
import { useId } from "react";
import type { Value, ValueFault } from "@/domain/values";
import { usePublishWords } from "@/messages/publish/usePublishWords";
import { IconButton } from "@/ui/IconButton";

interface Props {
  row: Value;
  fault: ValueFault | null;
  onChange: (part: Partial<Value>) => void;
  onRemove: () => void;
}

const FIELD = "min-h-10 w-full min-w-0 rounded-md border border-edge bg-surface px-3 font-mono text-xs placeholder:text-muted aria-invalid:border-bad max-md:min-h-11";

/** One value for the build, and what is wrong with it. */
export function ValueRow({ row: { name, value }, fault, onChange, onRemove }: Props) {
  const publish = usePublishWords();
  const id = useId();
  const about = fault ? { "aria-invalid": true, "aria-describedby": id } : {};
  return (
    <div className="flex flex-col gap-1">
      <div className="grid grid-cols-[1fr_1fr_auto] items-center gap-2">
        <input aria-label={publish.valueName} {...about} placeholder="VITE_TITLE" value={name} onChange={(event) => onChange({ name: event.target.value.trim() })} spellCheck={false} autoComplete="off" className={FIELD} />
        <input aria-label={publish.valueOf(name)} placeholder={publish.valueHint} value={value} onChange={(event) => onChange({ value: event.target.value })} spellCheck={false} autoComplete="off" className={FIELD} />
        <IconButton label={publish.removeValue(name)} onClick={onRemove}>
          <Trash2 aria-hidden size={16} strokeWidth={1.75} />
        </IconButton>
      </div>
      {fault && (
        <p id={id} role="alert" className="text-xs text-bad">
          {publish.valueFaults[fault]}
        </p>
      )}
    </div>
  );
}
