import type { ReactNode } from "react";
import { classes } from "@/ui/classes";

const TONES = { plain: "bg-sunken text-ink", ok: "bg-ok-soft text-ok", warn: "bg-warn-soft text-warn", bad: "bg-bad-soft text-bad" } as const;

interface Props {
  title: string;
  text?: string;
  findings?: readonly string[];
  /** How the list of what was found is called. */
  found?: string;
  tone?: keyof typeof TONES;
  actions?: ReactNode;
}

/** What is so, what was found, and what can be done; said aloud when it comes. */
export function Panel({ title, text, findings = [], found, tone = "plain", actions }: Props) {
  return (
    <div role={tone === "bad" ? "alert" : "status"} className={classes("flex shrink-0 flex-col items-start gap-2 border-t border-line px-4 py-3 text-sm", TONES[tone])}>
      {(title || text) && (
        <p className="[overflow-wrap:anywhere]">
          <strong className="font-semibold">{title}</strong> {text}
        </p>
      )}
      {findings.length > 0 && (
        <ul aria-label={found} className="flex max-h-32 w-full flex-col gap-1 overflow-y-auto font-mono text-xs [overflow-wrap:anywhere]">
          {findings.map((finding, at) => (
            <li key={at}>{finding}</li>
          ))}
        </ul>
      )}
      {actions && <div className="flex w-full flex-wrap items-center gap-x-3 gap-y-2">{actions}</div>}
    </div>
  );
}
