import { classes } from "@/ui/classes";

const LOOKS = {
  main: "bg-accent text-on-accent hover:bg-accent-strong",
  plain: "border border-edge bg-surface text-ink hover:bg-sunken",
  quiet: "text-ink hover:bg-sunken",
  danger: "bg-bad text-on-bad hover:brightness-95",
} as const;

export interface Look {
  look?: keyof typeof LOOKS | undefined;
  pill?: boolean | undefined;
  className?: string | undefined;
}

/** What a button looks like, and a link that stands in the place of one. */
export function buttonLook({ look = "plain", pill, className }: Look): string {
  return classes(
    "inline-flex min-h-10 items-center justify-center gap-2 px-4 text-base font-semibold whitespace-nowrap",
    "transition duration-120 not-aria-disabled:active:translate-y-px aria-disabled:cursor-not-allowed aria-disabled:bg-sunken aria-disabled:text-muted",
    "max-md:min-h-11",
    pill ? "rounded-full" : "rounded-md",
    LOOKS[look],
    className,
  );
}
