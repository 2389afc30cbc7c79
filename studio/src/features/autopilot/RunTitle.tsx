import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import { taskQuery } from "@/data/planning";
import type { Run } from "@/data/runs";
import { LinkWords } from "@/features/autopilot/LinkWords";
import type { PilotLeads } from "@/features/autopilot/pilotLeads";

/** What a run is about: its task where it has one of the plan, else what it was asked. */
export function RunTitle({ app, run, leads }: { app: string; run: Run; leads: PilotLeads }) {
  const id = run.task_id?.startsWith("task_") ? run.task_id : null;
  const task = useQuery({ ...taskQuery(useApi(), app, id ?? ""), enabled: id !== null }).data;
  return <LinkWords onOpen={() => leads.toRun(run.id)}>{task?.description ?? run.message.trim().split("\n", 1)[0] ?? run.id}</LinkWords>;
}
