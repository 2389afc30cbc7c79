import type { ReactNode } from "react";
import { classes } from "@/ui/classes";

const TONES = { plain: "bg-sunken text-ink", warn: "bg-warn-soft text-warn", bad: "bg-bad-soft text-bad", ok: "bg-ok-soft text-ok", accent: "bg-accent-soft text-accent" } as const;

/** A short word about a task or a part of the plan. */
export function Badge({ tone = "plain", title, children }: { tone?: keyof typeof TONES; title?: string; children: ReactNode }) {
  return (
    <span title={title} className={classes("inline-flex max-w-full items-center gap-1 rounded-full px-2 py-0.5 text-xs font-semibold", TONES[tone])}>
      {children}
    </span>
  );
}
