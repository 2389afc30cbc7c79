import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from "react";
import { classes } from "@/ui/classes";

const LOOKS = {
  main: "bg-accent text-on-accent hover:bg-accent-strong",
  plain: "border border-edge bg-surface text-ink hover:bg-sunken",
  quiet: "text-ink hover:bg-sunken",
  danger: "bg-bad text-on-bad hover:brightness-95",
} as const;

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: keyof typeof LOOKS;
  pill?: boolean;
  icon?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

/**
 * A button with words. It keeps its focus while it waits: `aria-disabled`, not `disabled`, says that it cannot be used. A
 * double click is one wish: its second click does nothing, neither here nor on what has come into this place.
 */
export function Button({ look = "plain", pill, icon, className, children, onClick, ...rest }: Props) {
  const once = (event: MouseEvent<HTMLButtonElement>) => {
    if (event.detail > 1) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      className={classes(
        "inline-flex min-h-10 items-center justify-center gap-2 px-4 text-base font-semibold whitespace-nowrap",
        "transition duration-120 not-aria-disabled:active:translate-y-px aria-disabled:cursor-not-allowed aria-disabled:bg-sunken aria-disabled:text-muted",
        "max-md:min-h-11",
        pill ? "rounded-full" : "rounded-md",
        LOOKS[look],
        className,
      )}
      {...rest}
      onClick={once}
    >
      {icon}
      {children}
    </button>
  );
}
