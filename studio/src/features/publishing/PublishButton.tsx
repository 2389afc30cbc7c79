import { CircleCheck, Globe } from "lucide-react";
import { lazy, Suspense } from "react";
import type { Workspace } from "@/data/workspace";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";

const PublishDialog = lazy(() => import("@/features/publishing/PublishDialog").then((loaded) => ({ default: loaded.PublishDialog })));

interface Props {
  workspace: Workspace;
  open: boolean;
  onOpen: (open: boolean) => void;
}

/** Opens what puts the app on its address; says so where visitors see the draft already. */
export function PublishButton({ workspace, open, onOpen }: Props) {
  const { publish } = useMessages();
  const { app, draft } = workspace;
  const same = draft.id === app.published_revision_id && draft.build_status === "succeeded";
  const Icon = same ? CircleCheck : Globe;
  return (
    <>
      <Button
        look={same ? "plain" : "main"}
        pill
        className="shrink-0 max-md:size-11 max-md:px-0"
        icon={<Icon aria-hidden size={16} strokeWidth={1.75} className={same ? "text-ok" : undefined} />}
        aria-haspopup="dialog"
        onClick={() => onOpen(true)}
      >
        <span className={same ? "sr-only" : "max-md:sr-only"}>{same ? `${publish.button}: ` : publish.button}</span>
        {same && <span className="max-md:sr-only">{publish.upToDate}</span>}
      </Button>
      {open && (
        <Suspense>
          <PublishDialog workspace={workspace} onClose={() => onOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
