import { LEVELS, type Level } from "@/domain/bridge";
import { useConsoleWords } from "@/messages/console/useConsoleWords";
import { useMessages } from "@/messages/useMessages";

interface Props {
  counts: Readonly<Record<Level, number>>;
  levels: ReadonlySet<Level>;
  onLevels: (levels: ReadonlySet<Level>) => void;
}

/** Which levels are seen, and how many lines each has. */
export function ConsoleFilters({ counts, levels, onLevels }: Props) {
  const words = useConsoleWords();
  const { locale } = useMessages();
  const number = new Intl.NumberFormat(locale);
  const flip = (level: Level) => {
    const next = new Set(levels);
    if (!next.delete(level)) next.add(level);
    onLevels(next);
  };
  return (
    <div role="group" aria-label={words.levelsShown} className="flex min-w-0 flex-wrap gap-1 py-1">
      {LEVELS.map((level) => (
        <button
          key={level}
          type="button"
          aria-pressed={levels.has(level)}
          onClick={() => flip(level)}
          className="min-h-8 shrink-0 rounded-full border border-edge px-3 text-xs text-muted aria-pressed:bg-accent-soft aria-pressed:font-semibold aria-pressed:text-accent max-md:min-h-11 max-md:px-2"
        >
          {words.levels[level]} {number.format(counts[level])}
        </button>
      ))}
    </div>
  );
}
