import { lazy, Suspense, useState } from "react";
import { useMessages } from "@/messages/useMessages";

const ModelCalls = lazy(async () => ({ default: (await import("@/features/chat/ModelCalls")).ModelCalls }));

/** How many calls of a model a run took; each of them is behind it. */
export function CallsLine({ app, run, calls }: { app: string; run: string; calls: number }) {
  const { turn, common } = useMessages();
  const [open, setOpen] = useState(false);
  if (calls === 0) return null;
  return (
    <details className="basis-full text-sm text-muted" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer max-md:py-3">{turn.calls(calls)}</summary>
      {open && (
        <Suspense fallback={<p className="p-3">{common.loading}</p>}>
          <ModelCalls app={app} run={run} calls={calls} />
        </Suspense>
      )}
    </details>
  );
}
