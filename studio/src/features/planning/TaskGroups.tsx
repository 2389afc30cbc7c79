import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import { blueprintQuery, type TaskView } from "@/data/planning";
import { groupsOf, type TaskGroup } from "@/domain/taskGroups";
import { TaskRow } from "@/features/planning/TaskRow";
import { useTaskWords } from "@/messages/planning/tasks/useTaskWords";
import { usePlanningWords } from "@/messages/planning/usePlanningWords";
import { arrive } from "@/ui/arrive";

interface Props {
  app: string;
  /** The plan in use. */
  blueprint: string | null;
  tasks: readonly TaskView[];
  onOpen: (task: string) => void;
  onNode: (node: string) => void;
}

/** Tasks in the order of work, numbered, under the phases of the plan that they belong to. */
export function TaskGroups({ app, blueprint, tasks, onOpen, onNode }: Props) {
  const { tasks: words } = usePlanningWords();
  const { inOrder, ofNoPart } = useTaskWords();
  const tree = useQuery({ ...blueprintQuery(useApi(), app, blueprint ?? ""), enabled: blueprint !== null }).data?.plan_tree ?? [];
  const groups = groupsOf(tasks, tree);
  const isPlanned = groups.some(({ phase }) => phase !== null);
  return (
    <div ref={arrive} tabIndex={-1} role="group" aria-label={words.title} className="flex flex-col gap-5">
      {tasks.length > 1 && <p className="text-sm text-muted">{inOrder}</p>}
      {groups.map((group) => (
        <section key={group.from} className="flex flex-col gap-2">
          {isPlanned && <Heading group={group} onNode={onNode} />}
          <ol aria-label={group.phase?.title ?? (isPlanned ? ofNoPart : words.title)} className="flex flex-col divide-y divide-line rounded-md border border-line bg-surface">
            {group.tasks.map(({ task, part }, at) => (
              <TaskRow key={task.id} task={task} number={group.from + at} part={part} onOpen={onOpen} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

function Heading({ group: { phase }, onNode }: { group: TaskGroup<TaskView>; onNode: (node: string) => void }) {
  const { ofNoPart } = useTaskWords();
  return (
    <h2 className="font-sans text-base font-semibold [overflow-wrap:anywhere]">
      {phase ? (
        <button type="button" onClick={() => onNode(phase.id)} className="rounded-sm text-left hover:text-accent max-md:min-h-11">
          {phase.title}
        </button>
      ) : (
        ofNoPart
      )}
    </h2>
  );
}
