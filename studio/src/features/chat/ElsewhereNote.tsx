import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";

/** Something goes on in another chat: a run is at work, and what is said here waits for it, or it waits for a word. */
export function ElsewhereNote({ waits, onOpen }: { waits: boolean; onOpen: () => void }) {
  const { threads } = useMessages();
  return (
    <p role="status" className={`flex items-center justify-between gap-2 border-b border-line px-4 py-1 text-sm md:px-6 ${waits ? "bg-warn-soft" : "bg-accent-soft"}`}>
      <span>{waits ? threads.waitsElsewhere : threads.elsewhere}</span>
      <Button look="quiet" className="min-h-8 shrink-0 px-2 text-sm" onClick={onOpen}>
        {threads.showIt}
      </Button>
    </p>
  );
}
