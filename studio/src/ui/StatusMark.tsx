import {
  CircleCheck,
  CircleDashed,
  CircleSlash,
  CircleStop,
  GitCompareArrows,
  Hand,
  LoaderCircle,
  type LucideIcon,
  OctagonX,
  PencilRuler,
  Unplug,
} from "lucide-react";
import { type ApiState, MARKS, type Shape, type Tone } from "@/domain/status";
import { useMessages } from "@/messages/useMessages";
import { classes } from "@/ui/classes";

const ICONS: Record<Shape, LucideIcon> = {
  waiting: CircleDashed,
  running: LoaderCircle,
  hand: Hand,
  done: CircleCheck,
  failed: OctagonX,
  stopped: CircleStop,
  cutOff: Unplug,
  outOfDate: GitCompareArrows,
  setAside: CircleSlash,
  draft: PencilRuler,
};

const TONES: Record<Tone, string> = {
  muted: "text-muted",
  accent: "text-accent",
  ok: "text-ok",
  warn: "text-warn",
  bad: "text-bad",
  highlight: "rounded-full border border-dashed border-edge bg-highlight px-2 text-on-highlight",
};

interface Props {
  state: ApiState;
  /** Shown in place of the word "running" while it runs. */
  stage?: string;
  /** For lists whose lines say what was done: only the shape is seen; a screen reader still reads the word. */
  iconOnly?: boolean;
}

/** A state as word, shape and colour. */
export function StatusMark({ state, stage, iconOnly }: Props) {
  const { shape, tone } = MARKS[state];
  const { states } = useMessages();
  const Icon = ICONS[shape];
  return (
    <span data-state={state} className={classes("inline-flex items-center gap-1.5 text-sm font-semibold", TONES[tone])}>
      <Icon aria-hidden size={16} strokeWidth={1.75} className={classes("shrink-0", shape === "running" && "animate-spin")} />
      <span className={iconOnly ? "sr-only" : undefined}>{(state === "running" && stage) || states[state]}</span>
    </span>
  );
}
