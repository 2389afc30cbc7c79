import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";

/** A run of another chat is under way: what is said here waits for it. */
export function ElsewhereNote({ onOpen }: { onOpen: () => void }) {
  const { threads } = useMessages();
  return (
    <p role="status" className="flex flex-wrap items-center justify-between gap-2 border-b border-line bg-accent-soft px-4 py-1 text-sm md:px-6">
      <span>{threads.elsewhere}</span>
      <Button look="quiet" className="min-h-8 px-2 text-sm" onClick={onOpen}>
        {threads.showIt}
      </Button>
    </p>
  );
}
