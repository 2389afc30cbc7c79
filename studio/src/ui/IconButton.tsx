import type { ButtonHTMLAttributes, ReactNode } from "react";
import { classes } from "@/ui/classes";

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  label: string;
  children: ReactNode;
}

/** A button that is a picture; `label` is its name and its tooltip. */
export function IconButton({ label, className, children, ...rest }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={classes(
        "inline-flex size-10 items-center justify-center rounded-md text-muted hover:bg-sunken hover:text-ink max-md:size-11",
        "aria-pressed:bg-accent-soft aria-pressed:text-accent",
        className,
      )}
      {...rest}
    >
      {children}
    </button>
  );
}
