import type { ReactNode } from "react";

interface Props {
  name: string;
  kept: boolean | "partly";
  onChange: (kept: boolean) => void;
  children: ReactNode;
}

/** One choice. The review's keys stop at it. */
export function KeepBox({ name, kept, onChange, children }: Props) {
  return (
    <label className="inline-flex min-h-8 shrink-0 cursor-pointer items-center gap-2 text-sm max-md:min-h-11 max-md:min-w-11">
      <input
        ref={(box) => {
          if (box) box.indeterminate = kept === "partly";
        }}
        type="checkbox"
        data-stop
        aria-label={name}
        checked={kept === true}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4 accent-accent"
      />
      <span aria-hidden>{children}</span>
    </label>
  );
}
