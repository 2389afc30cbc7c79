import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { classes } from "@/ui/classes";

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  label: string;
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

/** A button that is a picture; `label` is its name and its tooltip. */
export function IconButton({ label, className, children, ...rest }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={classes(
        "inline-flex size-10 shrink-0 items-center justify-center rounded-md text-muted transition-colors duration-120 hover:bg-sunken hover:text-ink not-aria-disabled:active:bg-line max-md:size-11",
        "aria-pressed:bg-accent-soft aria-pressed:text-accent aria-disabled:cursor-not-allowed aria-disabled:hover:bg-transparent aria-disabled:hover:text-muted",
        className,
      )}
      {...rest}
    >
      {children}
    </button>
  );
}
