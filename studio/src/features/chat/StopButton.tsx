import { Square } from "lucide-react";
import { useStop } from "@/data/workspace";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";

/** Asks the run to stop, once. It ends by itself a moment later, and its turn says what was kept. */
export function StopButton({ app, run }: { app: string; run: string }) {
  const { chat } = useMessages();
  const stop = useStop(app);
  const stopping = stop.isPending || stop.isSuccess;
  return (
    <Button pill aria-disabled={stopping} onClick={() => stopping || stop.mutate(run)} icon={<Square aria-hidden size={14} />}>
      {stopping ? chat.stopping : chat.stop}
    </Button>
  );
}
