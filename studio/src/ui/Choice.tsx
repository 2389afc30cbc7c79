import { useId } from "react";

interface Props<V extends string> {
  label: string;
  value: V;
  options: readonly { value: V; label: string }[];
  onChoose: (value: V) => void;
  /** Whether the label is drawn, too; a screen reader hears it always. */
  shown?: boolean;
}

/** One of a few, as the browser's own list. */
export function Choice<V extends string>({ label, value, options, onChoose, shown }: Props<V>) {
  const id = useId();
  return (
    <span className="inline-flex min-w-0 items-center justify-between gap-3">
      <label htmlFor={id} className={shown ? "shrink-0 text-sm text-muted" : "sr-only"}>
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChoose(event.target.value as V)}
        className="min-h-8 min-w-0 rounded-md border border-edge bg-surface px-2 text-sm text-ink max-md:min-h-11"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  );
}
