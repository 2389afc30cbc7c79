import { useQuery } from "@tanstack/react-query";
import { Bot } from "lucide-react";
import { useApi } from "@/data/api";
import { managerPlanQuery } from "@/data/autopilot";
import { standOf } from "@/domain/pilot";
import { PillMark } from "@/features/autopilot/PillMark";
import { usePilotNews } from "@/features/autopilot/usePilotNews";
import { usePilotNudge } from "@/features/autopilot/usePilotNudge";
import { useAutopilotWords } from "@/messages/autopilot/useAutopilotWords";

/** In the head of an app with a plan: how its autopilot stands, and the way to it. */
export function AutopilotPill({ app, onOpen }: { app: string; onOpen: () => void }) {
  const words = useAutopilotWords();
  const plan = useQuery(managerPlanQuery(useApi(), app)).data;
  usePilotNews(app, plan);
  usePilotNudge(app, plan);
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="inline-flex h-10 shrink-0 items-center justify-center gap-2 rounded-full border border-edge bg-surface px-3 text-sm text-ink hover:bg-sunken max-md:h-11 max-md:min-w-11 max-md:gap-1 max-md:border-0 max-md:bg-transparent max-md:px-1"
    >
      <Bot aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-muted" />
      <span className="max-lg:sr-only">{words.title}</span>
      {plan && <PillMark pill={standOf(plan.autopilot, plan.runs_in_progress)} narrow />}
    </button>
  );
}
