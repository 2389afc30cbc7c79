import { Download } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { App } from "@/data/apps";
import { useCodeWords } from "@/messages/code/useCodeWords";
import { IconButton } from "@/ui/IconButton";

const TakeAwayDialog = lazy(() => import("@/features/delivery/TakeAwayDialog").then((loaded) => ({ default: loaded.TakeAwayDialog })));

/** Opens the ways in which the project leaves. */
export function TakeAwayButton({ app }: { app: App }) {
  const { takeAway } = useCodeWords();
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label={takeAway.button} aria-haspopup="dialog" onClick={() => setOpen(true)} className="size-8 shrink-0">
        <Download aria-hidden size={16} strokeWidth={1.75} />
      </IconButton>
      {open && (
        <Suspense>
          <TakeAwayDialog app={app} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
