import { CircleDashed, CirclePause, CirclePower, Hand, LoaderCircle, type LucideIcon, OctagonX } from "lucide-react";
import type { Pill } from "@/domain/pilot";
import { useAutopilotWords } from "@/messages/autopilot/useAutopilotWords";
import { classes } from "@/ui/classes";

const LOOKS: Record<Pill | "starting", { icon: LucideIcon; tone: string }> = {
  off: { icon: CirclePower, tone: "text-muted" },
  idle: { icon: CircleDashed, tone: "text-muted" },
  starting: { icon: LoaderCircle, tone: "text-accent" },
  running: { icon: LoaderCircle, tone: "text-accent" },
  waiting: { icon: Hand, tone: "text-warn" },
  paused: { icon: CirclePause, tone: "text-muted" },
  error: { icon: OctagonX, tone: "text-bad" },
};

/** How the autopilot stands: a word, a shape and a colour. Where there is no room the word is only read out. */
export function PillMark({ pill, narrow }: { pill: Pill | "starting"; narrow?: boolean }) {
  const { pills } = useAutopilotWords();
  const { icon: Icon, tone } = LOOKS[pill];
  return (
    <span data-pill={pill} className={classes("inline-flex items-center gap-1.5 text-sm font-semibold", tone)}>
      <Icon aria-hidden size={16} strokeWidth={1.75} className={classes("shrink-0", Icon === LoaderCircle && "animate-spin")} />
      <span className={narrow ? "max-md:sr-only" : undefined}>{pills[pill]}</span>
    </span>
  );
}
