import { CircleCheck, Globe } from "lucide-react";
import { lazy, Suspense, useRef } from "react";
import { useVisible } from "@/data/visible";
import type { Workspace } from "@/data/workspace";
import type { ReadyLeads } from "@/features/publishing/readyLeads";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";

const PublishDialog = lazy(() => import("@/features/publishing/PublishDialog").then((loaded) => ({ default: loaded.PublishDialog })));

interface Props extends ReadyLeads {
  workspace: Workspace;
  open: boolean;
  onToggle: (open: boolean) => void;
}

/** Opens what puts the app on its address; says so where visitors see the draft already. */
export function PublishButton({ workspace, open, onToggle, ...leads }: Props) {
  const { publish } = useMessages();
  const same = useVisible(workspace) === "same";
  const Icon = same ? CircleCheck : Globe;
  const button = useRef<HTMLButtonElement>(null);
  // What led here may be gone since: the offer below a turn, once its change is online.
  const close = () => {
    onToggle(false);
    requestAnimationFrame(() => document.activeElement === document.body && button.current?.focus());
  };
  return (
    <>
      <Button
        ref={button}
        look={same ? "plain" : "main"}
        pill
        className="shrink-0 max-md:px-3 max-md:text-sm"
        icon={<Icon aria-hidden size={16} strokeWidth={1.75} className={same ? "text-ok" : "max-md:hidden"} />}
        aria-haspopup="dialog"
        onClick={() => onToggle(true)}
      >
        {same && <span className="sr-only">{publish.button}: </span>}
        {same ? publish.upToDate : publish.button}
      </Button>
      {open && (
        <Suspense>
          <PublishDialog workspace={workspace} onClose={close} {...leads} />
        </Suspense>
      )}
    </>
  );
}
