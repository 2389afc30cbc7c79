import { Field, FIELD } from "@/ui/Field";
import { SelectBox } from "@/ui/SelectBox";

interface Props {
  label: string;
  hint?: string | undefined;
  fault?: string | null | undefined;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

/** One of a few, with what the chosen one means below it. */
export function SelectField({ label, hint, fault, value, options, onChange }: Props) {
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(ids) => (
        <SelectBox {...ids} value={value} onChange={(event) => onChange(event.target.value)} className={FIELD}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </SelectBox>
      )}
    </Field>
  );
}
