import { useId } from "react";
import { classes } from "@/ui/classes";
import { SelectBox } from "@/ui/SelectBox";

interface Props<V extends string> {
  label: string;
  value: V;
  options: readonly { value: V; label: string }[];
  onChoose: (value: V) => void;
  /** Whether the label is drawn, too, or where there is room; a screen reader hears it always. */
  shown?: boolean | "wide";
}

/** One of a few, as the browser's own list. */
export function Choice<V extends string>({ label, value, options, onChoose, shown }: Props<V>) {
  const id = useId();
  return (
    <span className="inline-flex min-w-0 items-center justify-between gap-3">
      <label htmlFor={id} className={shown ? classes("shrink-0 text-sm text-muted", shown === "wide" && "max-md:sr-only") : "sr-only"}>
        {label}
      </label>
      <SelectBox
        id={id}
        value={value}
        onChange={(event) => onChoose(event.target.value as V)}
        className="min-h-8 min-w-0 rounded-md border border-edge bg-surface pl-3 text-sm text-ink max-md:min-h-11"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </SelectBox>
    </span>
  );
}
