import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Schemas } from "@/data/api";
import { APPS } from "@/data/apps";
import { EntryLine } from "@/features/chat/EntryLine";
import { Receipt } from "@/features/chat/Receipt";
import { TurnFrame } from "@/features/chat/TurnFrame";
import { useMessages } from "@/messages/useMessages";
import { useRun } from "@/run/useRun";
import { Button } from "@/ui/Button";

/** The turn that is at work, as its events come. */
export function LiveTurn({ app, run }: { app: string; run: Schemas["RunView"] }) {
  const { chat, stages } = useMessages();
  const { view, cut, resume } = useRun(app, run.id);
  useAppReread(app, view.ended, view.entries.filter((entry) => entry.kind === "note" && entry.note.type === "revision").length);
  const state = view.done?.status === "cancelled" ? "cancelled" : (view.done?.status ?? "running");
  return (
    <TurnFrame prompt={run.message} at={run.created_at}>
      {view.entries.map((entry) => (
        <EntryLine key={`${entry.kind}-${entry.id}`} entry={entry} />
      ))}
      {cut && (
        <p role="alert" className="flex flex-wrap items-center gap-3 text-warn">
          {chat.lost} <Button onClick={resume}>{chat.reconnect}</Button>
        </p>
      )}
      <Receipt state={state} stage={stages[view.stage]} usage={view.usage} />
    </TurnFrame>
  );
}

/** When a revision was made or the run has ended, what is shown of the app is read again. */
function useAppReread(app: string, ended: boolean, revisions: number): void {
  const cache = useQueryClient();
  useEffect(() => {
    if (ended || revisions > 0) void cache.invalidateQueries({ queryKey: [...APPS, app] });
  }, [cache, app, ended, revisions]);
}
