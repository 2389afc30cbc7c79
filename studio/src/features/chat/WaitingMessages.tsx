import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/data/api";
import { beganMeanwhile, queueQuery, type QueueStep, useChangeQueue } from "@/data/queue";
import { WaitingMessage } from "@/features/chat/WaitingMessage";
import { useMessages } from "@/messages/useMessages";

/** The messages that wait for the run at work to end, in order. The server's queue is what holds. What the autopilot has planned waits for nobody here, and is not theirs to delete. */
export function WaitingMessages({ app, ids }: { app: string; ids: readonly string[] }) {
  const { composer } = useMessages();
  const query = useQuery(queueQuery(useApi(), app, ids));
  const change = useChangeQueue(app);
  const [told, setTold] = useState("");
  const queue = query.data ?? [];
  const waiting = queue.filter(({ started_by: by }) => by !== "manager");
  const placeOf = (place: number) => queue.findIndex(({ id }) => id === waiting[place - 1]?.id) + 1;
  const doIt = (step: QueueStep, done: string) => {
    if (!change.isPending) change.mutate(step, { onSuccess: () => setTold(done), onError: (error) => setTold(beganMeanwhile(error) ? composer.began : composer.queueFailed) });
  };
  if (waiting.length === 0 && !told) return null;
  return (
    <section aria-label={composer.queue} className="flex flex-col gap-1">
      <p className="text-sm text-muted">
        {composer.waits(waiting.length)} <span role="status">{told}</span>
      </p>
      <ol className="flex max-h-56 flex-col gap-1 overflow-y-auto">
        {waiting.map((run, at) => (
          <WaitingMessage
            key={run.id}
            run={run.id}
            message={run.message}
            place={at + 1}
            of={waiting.length}
            busy={change.isPending}
            onSay={(message) => doIt({ run: run.id, message }, composer.reworded)}
            onMove={(place) => doIt({ run: run.id, place: placeOf(place) }, composer.moved(place, waiting.length))}
            onDrop={() => doIt({ run: run.id, drop: true }, composer.dropped)}
          />
        ))}
      </ol>
    </section>
  );
}
