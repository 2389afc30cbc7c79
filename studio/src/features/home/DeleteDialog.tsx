import type { App } from "@/data/apps";
import { detailOf } from "@/data/problem";
import { useShelf } from "@/data/shelf";
import { APPS_TITLE } from "@/features/home/appsTitle";
import { useShelfWords } from "@/messages/shelf/useShelfWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Fault } from "@/ui/Fault";

/** Asks before an app is deleted. It can be brought back for a week. */
export function DeleteDialog({ app, onClose }: { app: App; onClose: () => void }) {
  const { common } = useMessages();
  const words = useShelfWords();
  const { remove } = useShelf();
  const go = () => {
    if (remove.isPending) return;
    // This card is gone by then, so the focus goes to the head of what is left.
    remove.mutateAsync(app.id).then(() => document.getElementById(APPS_TITLE)?.focus(), () => undefined);
  };
  return (
    <Dialog title={words.deleteTitle(app.name)} close={common.close} onClose={onClose}>
      <p>{app.published_revision_id ? words.deleteLive : words.deleteText}</p>
      {remove.isError && <Fault title={words.deleteFailed} detail={detailOf(remove.error)} />}
      <div className="flex flex-wrap gap-2">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button look="danger" aria-disabled={remove.isPending} onClick={go}>
          {remove.isPending ? words.deleting : words.deleteNow}
        </Button>
      </div>
    </Dialog>
  );
}
