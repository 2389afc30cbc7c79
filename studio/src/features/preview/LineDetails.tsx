import { X } from "lucide-react";
import { useState } from "react";
import type { Kept } from "@/domain/lineLog";
import { useConsoleWords } from "@/messages/console/useConsoleWords";
import { useMessages } from "@/messages/useMessages";
import { addMention } from "@/run/mentions";
import { Button } from "@/ui/Button";
import { IconButton } from "@/ui/IconButton";

/** All that a line says, as plain text, and the way with it into the conversation. */
export function LineDetails({ app, line, onClose }: { app: string; line: Kept; onClose: () => void }) {
  const words = useConsoleWords();
  const { preview, common, locale } = useMessages();
  const [told, setTold] = useState<{ id: number; fits: boolean } | null>(null);
  const when = new Intl.DateTimeFormat(locale, { timeStyle: "medium" }).format(line.at);
  const label = `${words.levels[line.level]}: ${line.text.split("\n", 1)[0]?.slice(0, 40)}`;
  const tell = () => setTold({ id: line.id, fits: addMention(app, { label, detail: [line.text, line.source].filter(Boolean).join("\n") }) });
  return (
    <div className="flex max-h-1/2 shrink-0 flex-col border-t border-line bg-sunken">
      <div className="flex items-center gap-2 px-3">
        <p className="min-w-0 truncate text-xs text-muted">
          {words.levels[line.level]}, {when} {line.source}
        </p>
        <Button look="quiet" onClick={tell} className="ml-auto min-h-8 px-2 text-sm">
          {preview.askAgent}
        </Button>
        <IconButton label={common.close} onClick={onClose} className="shrink-0">
          <X aria-hidden size={16} strokeWidth={1.75} />
        </IconButton>
      </div>
      {told?.id === line.id && (
        <p role="status" className="px-3 text-xs text-muted">
          {told.fits ? preview.asked : preview.pickedFull}
        </p>
      )}
      <pre role="group" tabIndex={0} aria-label={words.wholeLine} className="min-h-0 overflow-auto px-3 pb-2 font-mono text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">
        {line.text}
      </pre>
    </div>
  );
}
