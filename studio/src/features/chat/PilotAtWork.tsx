import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import { managerPlanQuery } from "@/data/autopilot";
import { taskQuery } from "@/data/planning";
import { useAutopilotWords } from "@/messages/autopilot/useAutopilotWords";
import { Button } from "@/ui/Button";

interface Props {
  app: string;
  /** The chat that is shown. */
  shown: string | null;
  onOpen: (chat: string) => void;
}

/** What the autopilot works at in another chat, and the way there. */
export function PilotAtWork({ app, shown, onOpen }: Props) {
  const words = useAutopilotWords();
  const api = useApi();
  const run = useQuery(managerPlanQuery(api, app)).data?.runs_in_progress.find(({ status, finished_at: end }) => status !== "awaiting_approval" && !end);
  const id = run?.task_id ?? null;
  const task = useQuery({ ...taskQuery(api, app, id ?? ""), enabled: id !== null }).data;
  if (!run || run.conversation_id === shown) return null;
  return (
    <p role="status" className="flex items-center justify-between gap-2 border-b border-line bg-accent-soft px-4 py-1 text-sm md:px-6">
      <span className="min-w-0 [overflow-wrap:anywhere]">{words.worksAt(task?.description ?? run.message.trim().split("\n", 1)[0] ?? "")}</span>
      <Button look="quiet" className="min-h-8 shrink-0 px-2 text-sm" onClick={() => onOpen(run.conversation_id)}>
        {words.seeIt}
      </Button>
    </p>
  );
}
