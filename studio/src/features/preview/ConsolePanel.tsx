import { Eraser, X } from "lucide-react";
import { useState } from "react";
import { type Kept } from "@/domain/lineLog";
import { LEVELS, type Level } from "@/domain/bridge";
import { ConsoleFilters } from "@/features/preview/ConsoleFilters";
import { ConsoleLines } from "@/features/preview/ConsoleLines";
import type { FrameBridge } from "@/features/preview/FrameBridge";
import { LineDetails } from "@/features/preview/LineDetails";
import { usePage } from "@/features/preview/usePage";
import { useConsoleWords } from "@/messages/console/useConsoleWords";
import { useMessages } from "@/messages/useMessages";
import { IconButton } from "@/ui/IconButton";

/** What the page said and which requests failed, by level. */
export function ConsolePanel({ app, bridge, onClose }: { app: string; bridge: FrameBridge; onClose: () => void }) {
  const words = useConsoleWords();
  const { preview, common } = useMessages();
  const { log, link } = usePage(bridge);
  const [levels, setLevels] = useState<ReadonlySet<Level>>(() => new Set(LEVELS));
  const [chosen, setChosen] = useState<Kept | null>(null);
  const lines = levels.size === LEVELS.length ? log.lines : log.lines.filter(({ level }) => levels.has(level));
  const none = link === "connected" ? words.noLines : words.noConsole;
  return (
    <section aria-label={preview.console} className="flex h-2/5 min-h-40 shrink-0 max-md:h-3/5 flex-col border-t border-line bg-surface">
      <div className="flex items-center gap-1 border-b border-line px-2">
        <ConsoleFilters counts={log.counts} levels={levels} onLevels={setLevels} />
        <IconButton label={words.clear} onClick={() => bridge.clear()} className="ml-auto shrink-0">
          <Eraser aria-hidden size={16} strokeWidth={1.75} />
        </IconButton>
        <IconButton label={common.close} onClick={onClose} className="shrink-0">
          <X aria-hidden size={16} strokeWidth={1.75} />
        </IconButton>
      </div>
      {log.gone > 0 && <p className="px-3 py-1 text-xs text-muted">{words.gone(log.gone)}</p>}
      {lines.length === 0 ? (
        <p className="p-4 text-sm text-muted">{log.lines.length === 0 ? none : words.filtered}</p>
      ) : (
        <ConsoleLines lines={lines} chosen={chosen?.id ?? null} onChoose={setChosen} />
      )}
      {chosen && <LineDetails app={app} line={chosen} onClose={() => setChosen(null)} />}
    </section>
  );
}
