import { type ReactNode, useId } from "react";

export interface FieldIds {
  id: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
}

interface Props {
  label: string;
  /** What it does, in a sentence. */
  hint?: ReactNode;
  /** Why it cannot be saved so. */
  fault?: string | null | undefined;
  children: (ids: FieldIds) => ReactNode;
}

/** How a field looks, whatever it is. */
export const FIELD =
  "min-h-10 w-full min-w-0 rounded-md border border-edge bg-surface px-3 py-2 text-base text-ink placeholder:text-muted aria-invalid:border-bad max-md:min-h-11";

/** A field with its name above, and below it what it does and what is wrong with it; a screen reader hears all of them. */
export function Field({ label, hint, fault, children }: Props) {
  const id = useId();
  const about = [hint ? `${id}-hint` : "", fault ? `${id}-fault` : ""].filter(Boolean).join(" ");
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      {children({ id, ...(about ? { "aria-describedby": about } : {}), ...(fault ? { "aria-invalid": true as const } : {}) })}
      {fault && (
        <p id={`${id}-fault`} className="text-sm [overflow-wrap:anywhere] text-bad">
          {fault}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
