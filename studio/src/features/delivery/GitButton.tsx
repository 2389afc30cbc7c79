import { GitBranch } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { App } from "@/data/apps";
import { useCodeWords } from "@/messages/code/useCodeWords";
import { IconButton } from "@/ui/IconButton";

const GitDialog = lazy(() => import("@/features/delivery/GitDialog").then((loaded) => ({ default: loaded.GitDialog })));

interface Props {
  app: App;
  onDiff: (diff: string) => void;
}

/** Opens the one place for all ways in which the project leaves, and comes back. */
export function GitButton({ app, onDiff }: Props) {
  const { git } = useCodeWords();
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label={git} aria-haspopup="dialog" onClick={() => setOpen(true)} className="size-8 shrink-0">
        <GitBranch aria-hidden size={16} strokeWidth={1.75} />
      </IconButton>
      {open && (
        <Suspense>
          <GitDialog app={app} onClose={() => setOpen(false)} onDiff={onDiff} />
        </Suspense>
      )}
    </>
  );
}
