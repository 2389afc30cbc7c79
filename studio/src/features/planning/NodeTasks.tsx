import { detailOf, findingsOf } from "@/data/problem";
import { useReading, useTasksEstimate } from "@/data/reading";
import type { PlanNode } from "@/data/planning";
import { AskCap } from "@/ui/AskCap";
import type { PlanLeads } from "@/features/planning/planLeads";
import { TaskRow } from "@/features/planning/TaskRow";
import { usePlanningWords } from "@/messages/planning/usePlanningWords";
import { useViewWords } from "@/messages/planning/views/useViewWords";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";

interface Props {
  app: string;
  node: PlanNode;
  /** Of it and of all below it. */
  count: number;
  leads: PlanLeads;
}

/** The tasks of a part of a plan, and a way to have them written. */
export function NodeTasks({ app, node, count, leads }: Props) {
  const { plan: words } = usePlanningWords();
  const { job } = useViewWords();
  const isMoved = node.basis === "moved";
  const { writeTasks } = useReading(app);
  const estimate = useTasksEstimate(1, app);
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-sans font-semibold">{words.tasks}</h3>
      {node.tasks.length === 0 && count === 0 && <p className="text-muted">{isMoved ? words.movedTasks : node.basis === "above" ? words.aboveTasks : words.noTasks}</p>}
      {isMoved && (
        <ul className="flex flex-col gap-1">
          {node.moved_to.map(({ id, title }) => (
            <li key={id}>
              <button type="button" onClick={() => leads.toNode(id)} className="rounded-sm text-left [overflow-wrap:anywhere] text-accent underline max-md:min-h-11">
                {title}
              </button>
            </li>
          ))}
        </ul>
      )}
      {node.tasks.length > 0 && (
        <ul aria-label={words.tasks} className="flex flex-col divide-y divide-line rounded-md border border-line bg-surface">
          {node.tasks.map((task) => (
            <TaskRow key={task.id} task={task} onOpen={leads.toTask} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        {count > 0 && <Button onClick={() => leads.toTasks(node.id)}>{words.allTasks(count)}</Button>}
        {writeTasks.isSuccess && node.tasks.length === 0 ? (
          <p role="status" className="self-center text-muted">
            {words.generating}
          </p>
        ) : isMoved ? null : (
          <AskCap label={words.generate} text={words.generateText} sure={job.start} estimate={estimate} busy={writeTasks.isPending} onSure={(most) => writeTasks.mutate({ node: node.id, most })} />
        )}
      </div>
      {writeTasks.isError && <Fault title={words.generateFailed} detail={detailOf(writeTasks.error)} findings={findingsOf(writeTasks.error)} />}
    </section>
  );
}
