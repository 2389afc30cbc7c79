import { Field, FIELD } from "@/ui/Field";

interface Props {
  label: string;
  hint?: string | undefined;
  fault?: string | null | undefined;
  value: string;
  onChange: (value: string) => void;
  /** A few lines that grow, a number, or one line. */
  kind?: "lines" | "number" | "line";
  placeholder?: string;
}

/** Words or a number, with what they do and what is wrong with them below. */
export function TextField({ label, hint, fault, value, onChange, kind = "line", placeholder }: Props) {
  return (
    <Field label={label} hint={hint} fault={fault}>
      {(ids) =>
        kind === "lines" ? (
          <textarea {...ids} value={value} placeholder={placeholder} onChange={(event) => onChange(event.target.value)} rows={3} className={`${FIELD} field-sizing-content max-h-80 min-h-22 resize-y`} />
        ) : (
          <input {...ids} value={value} placeholder={placeholder} onChange={(event) => onChange(event.target.value)} inputMode={kind === "number" ? "decimal" : "text"} autoComplete="off" className={FIELD} />
        )
      }
    </Field>
  );
}
