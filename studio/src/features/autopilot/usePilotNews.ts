import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useApi } from "@/data/api";
import type { ManagerPlan } from "@/data/autopilot";
import { type News, tellPilot } from "@/data/news";
import { taskQuery } from "@/data/planning";
import { isNew, newsIn, type PilotNews, type Tick } from "@/domain/pilot";
import { useAutopilotWords } from "@/messages/autopilot/useAutopilotWords";

const KINDS: Record<PilotNews, News["what"]> = { pilotBegins: "begins", pilotWaits: "waits", pilotStopped: "failed", pilotDone: "ended" };

/** What the autopilot says while somebody has its app open is told in the corner, once. What it had said before is not. */
export function usePilotNews(app: string, plan: ManagerPlan | undefined): void {
  const words = useAutopilotWords();
  const [api, cache] = [useApi(), useQueryClient()];
  const seen = useRef<Tick | null | undefined>(undefined);
  const tick = plan?.autopilot.last_tick;
  useEffect(() => {
    if (tick === undefined) return;
    const before = seen.current;
    seen.current = tick;
    if (before === undefined || !isNew(before, tick)) return;
    const what = newsIn(tick);
    if (!what) return;
    const tell = (why: string) => tellPilot(app, KINDS[what], words.newsWhy(words.news[what], why), tick.run_id);
    if (what === "pilotStopped") tell(words.reasons[tick.reason ?? ""] ?? "");
    else if (!tick.task_id || what === "pilotDone") tell("");
    else void cache.fetchQuery(taskQuery(api, app, tick.task_id)).then(({ description }) => tell(description), () => tell(""));
  }, [app, tick, words, api, cache]);
}
