import type { ReactNode } from "react";
import { detailOf } from "@/data/problem";
import { type FullTask, usePlanning } from "@/data/planning";
import type { TaskState } from "@/domain/place";
import type { PlanLeads } from "@/features/planning/planLeads";
import { useTaskWords } from "@/messages/planning/tasks/useTaskWords";
import { usePlanningWords } from "@/messages/planning/usePlanningWords";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { SureButton } from "@/ui/SureButton";

/** What a person may do with a task: give it to the agent, say that it is done, call it off, open it again, word it anew. */
export function TaskActions({ app, task, onAsk, edit }: { app: string; task: FullTask; onAsk: PlanLeads["onAsk"]; edit: ReactNode }) {
  const { tasks: words } = usePlanningWords();
  const own = useTaskWords();
  const { changeTask } = usePlanning(app);
  const to = (status: TaskState) => changeTask.isPending || changeTask.mutate({ task: task.id, status });
  const isOver = task.status === "done" || task.status === "cancelled";
  const isFree = task.status === "open";
  const isBuilt = task.state === "in_review";
  const why = isBuilt ? own.builtNow : { blocked: own.waitsNow, in_progress: own.atWork }[task.status as string];
  return (
    <div className="flex flex-col gap-2">
      {why && <p>{why}</p>}
      <div className="flex flex-wrap gap-2">
        {isOver ? (
          <Button aria-disabled={changeTask.isPending} onClick={() => to("open")}>
            {own.open}
          </Button>
        ) : (
          <>
            <Button look={isFree ? "main" : "plain"} pill={isFree} onClick={() => onAsk(askOf(task, own.askText(task.description), words.acceptance), { label: own.taskChip(task.description), detail: "", task: task.id })}>
              {isFree ? own.ask : own.askAnyway}
            </Button>
            <SureButton label={own.done} question={isBuilt ? own.confirmText : own.doneText} busy={changeTask.isPending} onSure={() => to("done")} />
            <SureButton look="quiet" label={own.callOff} question={own.callOffText} busy={changeTask.isPending} onSure={() => to("cancelled")} />
          </>
        )}
        {edit}
      </div>
      {changeTask.isError && <Fault title={words.changeFailed} detail={detailOf(changeTask.error)} />}
    </div>
  );
}

function askOf(task: FullTask, words: string, acceptance: string): string {
  const { acceptance_criteria: criteria } = task.metadata_json;
  return criteria.length > 0 ? `${words}\n\n${acceptance}:\n${criteria.map((one) => `- ${one}`).join("\n")}` : words;
}
