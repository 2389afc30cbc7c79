import { Trash2 } from "lucide-react";
import { useState } from "react";
import type { App } from "@/data/apps";
import { detailOf } from "@/data/problem";
import { useShelf } from "@/data/shelf";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Fault } from "@/ui/Fault";
import { IconButton } from "@/ui/IconButton";

/** The heading of the apps. */
export const APPS_TITLE = "apps-title";

/** Deletes an app after a second word. It can be brought back for a week. */
export function DeleteApp({ app }: { app: App }) {
  const { home, common } = useMessages();
  const [asking, setAsking] = useState(false);
  const { remove } = useShelf();
  const go = () => {
    if (remove.isPending) return;
    // This card is gone by then, so the focus goes to the head of what is left.
    remove.mutateAsync(app.id).then(() => document.getElementById(APPS_TITLE)?.focus(), () => undefined);
  };
  return (
    <>
      <IconButton label={home.delete(app.name)} aria-haspopup="dialog" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden size={16} strokeWidth={1.75} />
      </IconButton>
      {asking && (
        <Dialog title={home.deleteTitle(app.name)} close={common.close} onClose={() => setAsking(false)}>
          <p>{app.published_revision_id ? home.deleteLive : home.deleteText}</p>
          {remove.isError && <Fault title={home.deleteFailed} detail={detailOf(remove.error)} />}
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setAsking(false)}>{common.cancel}</Button>
            <Button look="danger" aria-disabled={remove.isPending} onClick={go}>
              {remove.isPending ? home.deleting : home.deleteNow}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
