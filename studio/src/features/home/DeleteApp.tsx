import { Trash2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { App } from "@/data/apps";
import { useMessages } from "@/messages/useMessages";
import { IconButton } from "@/ui/IconButton";

const DeleteDialog = lazy(async () => ({ default: (await import("@/features/home/shelfParts")).DeleteDialog }));

/** Deletes an app after a second word. */
export function DeleteApp({ app }: { app: App }) {
  const { home } = useMessages();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <IconButton label={home.delete(app.name)} aria-haspopup="dialog" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden size={16} strokeWidth={1.75} />
      </IconButton>
      <Suspense>{asking && <DeleteDialog app={app} onClose={() => setAsking(false)} />}</Suspense>
    </>
  );
}
