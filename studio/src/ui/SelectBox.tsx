import { ChevronDown } from "lucide-react";
import type { SelectHTMLAttributes } from "react";
import { classes } from "@/ui/classes";

/** The browser's own list, with an arrow of ours: the browser's differs from one to the next, and stands at its very edge. */
export function SelectBox({ className, children, ...rest }: SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <span className="relative inline-flex min-w-0">
      <select {...rest} className={classes("appearance-none truncate pr-8 hover:bg-sunken", className)}>
        {children}
      </select>
      <ChevronDown aria-hidden size={16} strokeWidth={1.75} className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 text-muted" />
    </span>
  );
}
