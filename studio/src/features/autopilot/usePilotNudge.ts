import { useEffect, useRef } from "react";
import { type ManagerPlan, useAutopilot } from "@/data/autopilot";
import { hasAnswer } from "@/domain/pilot";

/** While a person is waited for it is looked more and more rarely: once they have said their word, wherever that was, it goes on at once. */
export function usePilotNudge(app: string, plan: ManagerPlan | undefined): void {
  const { mutate } = useAutopilot(app).nudge;
  const done = useRef("");
  const answered = plan && hasAnswer(plan.runs_in_progress, plan.autopilot.last_tick);
  const about = answered ? `${plan.autopilot.last_tick?.run_id}.${plan.autopilot.last_tick?.at}` : "";
  useEffect(() => {
    if (!about || done.current === about) return;
    done.current = about;
    mutate();
  }, [about, mutate]);
}
