import type { ReactNode } from "react";
import { classes } from "@/ui/classes";
import { passBack } from "@/ui/passBack";

const TONES = { plain: "bg-accent-soft text-ink", warn: "bg-warn-soft text-warn", bad: "bg-bad-soft text-bad" } as const;

/** A line between the bar and the page: what is so, and one thing to do. */
export function Strip({ tone = "plain", children, action }: { tone?: keyof typeof TONES; children: ReactNode; action?: ReactNode }) {
  return (
    <div ref={passBack} role="status" className={classes("flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-1.5 text-sm", TONES[tone])}>
      <p className="min-w-0 grow basis-60 break-words">{children}</p>
      {action}
    </div>
  );
}

/** The one thing to do in a strip. */
export function StripButton({ onDo, off = false, children }: { onDo: () => void; off?: boolean; children: ReactNode }) {
  return (
    <button type="button" aria-disabled={off} onClick={() => off || onDo()} className="min-h-8 max-w-full text-left font-semibold [overflow-wrap:anywhere] underline max-md:min-h-11">
      {children}
    </button>
  );
}
