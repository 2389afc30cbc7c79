import { Plus } from "lucide-react";
import { MOST_WANTED, type Wanted } from "@/domain/recorded";
import { useCheckWords } from "@/messages/check/useCheckWords";
import { Button } from "@/ui/Button";
import { FIELD } from "@/ui/Field";
import { SelectBox } from "@/ui/SelectBox";

interface Props {
  wanted: readonly Wanted[];
  onChange: (wanted: readonly Wanted[]) => void;
}

/** Words that must be seen once the steps are done, or must not. */
export function WantedRows({ wanted, onChange }: Props) {
  const words = useCheckWords();
  const change = (at: number, more: Partial<Wanted>) => onChange(wanted.map((row, place) => (place === at ? { ...row, ...more } : row)));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-semibold">{words.wanted}</legend>
      {wanted.map(({ text, shown }, at) => (
        <div key={at} className="flex flex-wrap gap-2">
          <input
            aria-label={`${words.wanted} ${at + 1}`}
            maxLength={300}
            autoComplete="off"
            value={text}
            onChange={(event) => change(at, { text: event.target.value })}
            className={`${FIELD} grow basis-48`}
          />
          <SelectBox aria-label={`${words.kind} ${at + 1}`} value={shown ? "shown" : "hidden"} onChange={(event) => change(at, { shown: event.target.value === "shown" })} className={`${FIELD} basis-40`}>
            <option value="shown">{words.shown}</option>
            <option value="hidden">{words.hidden}</option>
          </SelectBox>
        </div>
      ))}
      <p className="text-sm text-muted">{words.wantedHint}</p>
      {wanted.length < MOST_WANTED && (
        <Button look="quiet" icon={<Plus aria-hidden size={16} strokeWidth={1.75} />} className="self-start" onClick={() => onChange([...wanted, { text: "", shown: true }])}>
          {words.more}
        </Button>
      )}
    </fieldset>
  );
}
