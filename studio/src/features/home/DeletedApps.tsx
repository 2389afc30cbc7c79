import { lazy, Suspense, useState } from "react";
import { useMessages } from "@/messages/useMessages";
import { Working } from "@/ui/Working";

const DeletedList = lazy(async () => ({ default: (await import("@/features/home/shelfParts")).DeletedList }));

/** What was deleted and may still be brought back. Asked for when it is opened. */
export function DeletedApps() {
  const { home, common } = useMessages();
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)} className="text-sm">
      <summary className="w-fit cursor-pointer text-muted max-md:py-3">{home.deleted}</summary>
      <Suspense fallback={<Working label={common.loading} />}>{open && <DeletedList />}</Suspense>
    </details>
  );
}
