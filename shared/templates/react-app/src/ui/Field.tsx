import { useId, type ComponentProps, type ReactNode } from "react";

type FieldProps = { label: string; hint?: string; error?: string };
type Control = { id: string; className: string; "aria-describedby"?: string; "aria-invalid"?: true };
type Option = { value: string | number; label: string };

export function TextField({ label, hint, error, ...input }: FieldProps & ComponentProps<"input">) {
  return (
    <Field error={error} hint={hint} label={label}>
      {(control) => <input {...input} {...control} />}
    </Field>
  );
}

type SelectProps = FieldProps & ComponentProps<"select"> & { options: readonly Option[] };

export function SelectField({ label, hint, error, options, ...select }: SelectProps) {
  return (
    <Field error={error} hint={hint} label={label}>
      {(control) => (
        <div className="select">
          <select {...select} {...control}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        </div>
      )}
    </Field>
  );
}

/** A label, a hint and an error, tied to the control that `children` makes of the attributes it is given. */
export function Field({ label, hint, error, children }: FieldProps & { children: (control: Control) => ReactNode }) {
  const id = useId();
  const notes = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        className: "control",
        "aria-describedby": notes || undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {hint && (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
