import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import type { ManagerPlan } from "@/data/autopilot";
import { reasonOf } from "@/data/problem";
import { taskQuery } from "@/data/planning";
import { standOf } from "@/domain/pilot";
import { Fact } from "@/features/autopilot/Fact";
import { LinkWords } from "@/features/autopilot/LinkWords";
import { PillMark } from "@/features/autopilot/PillMark";
import type { PilotLeads } from "@/features/autopilot/pilotLeads";
import { useAutopilotWords } from "@/messages/autopilot/useAutopilotWords";
import { useAgo } from "@/ui/useAgo";

/** How the autopilot stands and why, what it did last, and what it would do next. */
export function PilotState({ app, plan, leads }: { app: string; plan: ManagerPlan; leads: PilotLeads }) {
  const words = useAutopilotWords();
  const { autopilot, active_phase: phase, next_tasks: next } = plan;
  const why = useWhy(plan);
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <PillMark pill={standOf(autopilot, plan.runs_in_progress)} />
        <span className="min-w-0 [overflow-wrap:anywhere]">{why}</span>
      </p>
      <dl className="grid gap-3 md:grid-cols-2">
        {phase && (
          <Fact name={words.which}>
            <LinkWords onOpen={() => leads.toPlan(phase.id)}>{phase.title}</LinkWords> <span className="block text-sm text-muted">{words.tasksDone(plan.tasks_done, plan.tasks_done + plan.tasks_left)}</span>
          </Fact>
        )}
        {autopilot.pill === "error" && autopilot.last_tick?.about.startsWith("task_") && <About app={app} task={autopilot.last_tick.about} leads={leads} />}
        {autopilot.last_tick && isPast(plan) && <Last app={app} tick={autopilot.last_tick} leads={leads} />}
        {plan.to_confirm.count > 0 && (
          <Fact name={words.toConfirm}>
            {plan.to_confirm.tasks.slice(0, MOST_NAMED).map(({ id, description }) => (
              <span key={id} className="block">
                <LinkWords onOpen={() => leads.toTask(id)}>{description}</LinkWords>
              </span>
            ))}
          </Fact>
        )}
        {plan.set_aside.length > 0 && (
          <Fact name={words.setAside}>
            {plan.set_aside.slice(0, MOST_NAMED).map(({ task, reason }) => (
              <span key={task.id} className="block">
                <LinkWords onOpen={() => leads.toTask(task.id)}>{task.description}</LinkWords> {words.asideWhy[reason]}
              </span>
            ))}
          </Fact>
        )}
        {phase && (plan.tasks_left > 0 || plan.runs_in_progress.length > 0) && <Fact name={words.next}>{next[0] ? <LinkWords onOpen={() => leads.toTask(next[0]?.id ?? "")}>{next[0].description}</LinkWords> : plan.runs_in_progress.length > 0 ? words.nextLater : words.nothingNext}</Fact>}
      </dl>
    </div>
  );
}

const MOST_NAMED = 10;
const didSomething = ({ status }: { status: string }) => status === "started_run" || status === "advanced_run";

/** Whether what it said last is another thing than why it stands so. */
const isPast = ({ autopilot: { pill, last_tick: tick } }: ManagerPlan) => tick !== null && ((isOff(pill) && !STANDS.has(tick.reason ?? "")) || didSomething(tick));
const isOff = (pill: string) => pill === "off" || pill === "paused";
/** Reasons that say how it stands, and nothing that it did. */
const STANDS: ReadonlySet<string> = new Set(["off", "paused", "no_phase", "at_work"]);

/** What a failure's code ends with, so that two that are the same are equal: nothing for people. */
const FINGERPRINT = /:[0-9a-f]{16}$/;

/** Why it stands so. What was said in a tick holds only while the autopilot is on. */
function useWhy({ autopilot, runs_in_progress: runs }: ManagerPlan): string {
  const { reasons } = useAutopilotWords();
  const { pill, last_tick: tick, active_phase_node_id: phase } = autopilot;
  if (pill === "off" || pill === "paused") return reasons[pill] ?? "";
  if (!phase) return reasons["no_phase"] ?? "";
  if (standOf(autopilot, runs) === "starting") return reasons["starting"] ?? "";
  if (!tick?.reason) return "";
  if (didSomething(tick)) return reasons["at_work"] ?? "";
  const failure = tick.about.replace(FINGERPRINT, "");
  const about = tick.about && !failure.startsWith("task_") && pill === "error" ? ` (${reasons[failure] ?? reasonOf(failure, failure)})` : "";
  return `${reasons[tick.reason] ?? reasonOf(tick.reason, tick.about)}${about}`;
}

/** The task that it stopped at. */
function About({ app, task: id, leads }: { app: string; task: string; leads: PilotLeads }) {
  const words = useAutopilotWords();
  const task = useQuery(taskQuery(useApi(), app, id)).data;
  return (
    <Fact name={words.stoppedAt}>
      <LinkWords onOpen={() => leads.toTask(id)}>{task?.description ?? words.seeTask}</LinkWords>
    </Fact>
  );
}

function Last({ app, tick, leads }: { app: string; tick: NonNullable<ManagerPlan["autopilot"]["last_tick"]>; leads: PilotLeads }) {
  const words = useAutopilotWords();
  const ago = useAgo();
  const { run_id: run, task_id: id } = tick;
  const task = useQuery({ ...taskQuery(useApi(), app, id ?? ""), enabled: id !== null }).data;
  return (
    <Fact name={`${words.last} (${ago(tick.at)})`}>
      {words.reasons[tick.reason ?? ""] ?? tick.about} {task && <LinkWords onOpen={() => leads.toTask(task.id)}>{task.description}</LinkWords>}
      {!task && run && <LinkWords onOpen={() => leads.toRun(run)}>{words.seeRun}</LinkWords>}
    </Fact>
  );
}
