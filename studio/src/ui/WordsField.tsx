import { useId } from "react";

interface Props {
  label: string;
  /** What happens while it is empty. */
  hint?: string | undefined;
  value: string;
  onChange: (words: string) => void;
}

/** A few lines of words, with their name above. It grows as they do. */
export function WordsField({ label, hint, value, onChange }: Props) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm text-muted">
        {label}
      </label>
      <textarea
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        rows={1}
        className="field-sizing-content max-h-40 min-h-10 max-md:min-h-11 w-full resize-none rounded-md border border-edge bg-surface px-3 py-2 text-base"
      />
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
