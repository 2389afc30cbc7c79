import { Globe } from "lucide-react";
import { lazy, Suspense } from "react";
import type { Workspace } from "@/data/workspace";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";

const PublishDialog = lazy(() => import("@/features/publish/PublishDialog").then((loaded) => ({ default: loaded.PublishDialog })));

interface Props {
  workspace: Workspace;
  open: boolean;
  onOpen: (open: boolean) => void;
}

/** Opens what puts the app on its address. */
export function PublishButton({ workspace, open, onOpen }: Props) {
  const { publish } = useMessages();
  return (
    <>
      <Button
        look="main"
        pill
        className="shrink-0 max-md:size-11 max-md:px-0"
        icon={<Globe aria-hidden size={16} strokeWidth={1.75} />}
        aria-haspopup="dialog"
        onClick={() => onOpen(true)}
      >
        <span className="max-md:sr-only">{publish.button}</span>
      </Button>
      {open && (
        <Suspense>
          <PublishDialog workspace={workspace} onClose={() => onOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
