import { CircleAlert, Info, type LucideIcon, OctagonX, Terminal, Unplug } from "lucide-react";
import { type KeyboardEvent, memo, useRef } from "react";
import type { Level } from "@/domain/bridge";
import type { Kept } from "@/domain/lineLog";
import { useWindow } from "@/features/preview/useWindow";
import { useConsoleWords } from "@/messages/console/useConsoleWords";
import { classes } from "@/ui/classes";

export const ROW = 28;

const LOOKS: Record<Level, { icon: LucideIcon; tone: string }> = {
  debug: { icon: Terminal, tone: "text-muted" },
  log: { icon: Terminal, tone: "text-ink" },
  info: { icon: Info, tone: "text-ink" },
  warn: { icon: CircleAlert, tone: "bg-warn-soft text-warn" },
  error: { icon: OctagonX, tone: "bg-bad-soft text-bad" },
  network: { icon: Unplug, tone: "bg-bad-soft text-bad" },
};

interface Props {
  lines: readonly Kept[];
  chosen: number | null;
  onChoose: (line: Kept) => void;
}

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(last, at + 1),
  ArrowUp: (at) => Math.max(0, at - 1),
  PageDown: (at, last) => Math.min(last, at + 10),
  PageUp: (at) => Math.max(0, at - 10),
  Home: () => 0,
  End: (_, last) => last,
};

/** The lines, a row each, of which only those in sight are drawn. It follows the newest until somebody scrolls back. */
export function ConsoleLines({ lines, chosen, onChoose }: Props) {
  const words = useConsoleWords();
  const list = useRef<HTMLDivElement>(null);
  const { first, last, reveal } = useWindow(list, lines.length, ROW);
  const at = lines.findIndex(({ id }) => id === chosen);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const to = at < 0 ? (event.key === "Home" ? 0 : lines.length - 1) : step(at, lines.length - 1);
    const line = lines[to];
    if (!line) return;
    reveal(to);
    onChoose(line);
  };
  return (
    <div
      ref={list}
      role="listbox"
      tabIndex={0}
      aria-label={words.lines}
      aria-activedescendant={at >= first && at < last ? `line-${chosen}` : undefined}
      onKeyDown={onKeyDown}
      className="relative min-h-0 grow overflow-y-auto outline-offset-[-3px]"
    >
      <div style={{ height: lines.length * ROW }}>
        {lines.slice(first, last).map((line, step) => (
          <Row key={line.id} line={line} at={first + step} of={lines.length} chosen={line.id === chosen} onChoose={onChoose} />
        ))}
      </div>
    </div>
  );
}

interface RowProps {
  line: Kept;
  at: number;
  of: number;
  chosen: boolean;
  onChoose: (line: Kept) => void;
}

const Row = memo(function Row({ line, at, of, chosen, onChoose }: RowProps) {
  const words = useConsoleWords();
  const { icon: Icon, tone } = LOOKS[line.level];
  return (
    <div
      id={`line-${line.id}`}
      role="option"
      aria-selected={chosen}
      aria-posinset={at + 1}
      aria-setsize={of}
      onClick={() => onChoose(line)}
      className={classes("absolute inset-x-0 flex h-7 cursor-pointer items-center gap-2 px-3 font-mono text-xs aria-selected:outline-2 aria-selected:outline-offset-[-2px] aria-selected:outline-accent", tone)}
      style={{ top: at * ROW }}
    >
      <Icon aria-hidden size={14} strokeWidth={1.75} className="shrink-0" />
      <span className="sr-only">{words.levels[line.level]}:</span>
      <span className="truncate">{firstLine(line.text)}</span>
      {line.source && <span className="ml-auto max-w-2/5 shrink-0 truncate pl-2 text-muted">{line.source}</span>}
    </div>
  );
});

const firstLine = (text: string): string => text.slice(0, 300).split("\n", 1)[0] ?? "";
