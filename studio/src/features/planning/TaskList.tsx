import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { useApi } from "@/data/api";
import { planNodeQuery, tasksQuery } from "@/data/planning";
import { TASK_STATES, type TasksPlace, type TaskState } from "@/domain/place";
import { NodePath } from "@/features/planning/NodePath";
import type { PlanLeads } from "@/features/planning/planLeads";
import { TaskGroups } from "@/features/planning/TaskGroups";
import { usePlanningWords } from "@/messages/planning/usePlanningWords";
import { useMessages } from "@/messages/useMessages";
import { taskDraft, useIsBegun } from "@/run/begun";
import { Button } from "@/ui/Button";
import { Choice } from "@/ui/Choice";
import { HelpLink } from "@/ui/HelpLink";
import { Notice } from "@/ui/Notice";
import { Working } from "@/ui/Working";

const NewTask = lazy(() => import("@/features/planning/NewTask").then((loaded) => ({ default: loaded.NewTask })));

interface Props {
  app: string;
  blueprint: string | null;
  filter: Omit<TasksPlace, "task">;
  onFilter: (filter: Omit<TasksPlace, "task">) => void;
  onOpen: (task: string) => void;
  onPlan: () => void;
  leads: PlanLeads;
}

/** The tasks in the order of work: of a status, of a part of the plan. */
export function TaskList({ app, blueprint, filter, onFilter, onOpen, onPlan, leads }: Props) {
  const words = usePlanningWords();
  const [adding, setAdding] = useState(useIsBegun(taskDraft(app)));
  const add = useRef<HTMLButtonElement>(null);
  const { todo, node } = filter;
  const states = [{ value: "" as const, label: words.any }, ...TASK_STATES.map((value) => ({ value, label: words.states[value] }))];
  const choose = (next: TaskState | "") => onFilter({ ...(node ? { node } : {}), ...(next ? { todo: next } : {}) });
  const close = () => {
    setAdding(false);
    requestAnimationFrame(() => add.current?.focus());
  };
  return (
    <div className="flex h-full flex-col overflow-y-auto">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 border-b border-line bg-surface px-4 py-2 md:px-6">
        <Choice label={words.tasks.state} value={todo ?? ""} options={states} onChoose={choose} shown />
        <Button ref={add} look="quiet" className="ml-auto" icon={<Plus aria-hidden size={16} />} onClick={() => setAdding(true)}>
          {words.tasks.add}
        </Button>
      </div>
      <div className="flex w-full max-w-[880px] flex-col gap-4 self-center p-4 md:p-6">
        {node && <Part app={app} node={node} onAll={() => onFilter(todo ? { todo } : {})} leads={leads} />}
        <Suspense fallback={null}>{adding && <NewTask app={app} node={node ?? null} onClose={close} />}</Suspense>
        <Listed app={app} blueprint={blueprint} filter={filter} onAll={() => onFilter({})} onOpen={onOpen} onPlan={onPlan} onNode={leads.toNode} isAdding={adding} />
      </div>
    </div>
  );
}

/** Which part of the plan the list is of. */
function Part({ app, node, onAll, leads }: { app: string; node: string; onAll: () => void; leads: PlanLeads }) {
  const { tasks: words } = usePlanningWords();
  const { data } = useQuery(planNodeQuery(useApi(), app, node));
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      {data && <NodePath path={[...data.above, data]} onOpen={leads.toNode} />}
      <Button look="quiet" onClick={onAll}>
        {words.all}
      </Button>
    </div>
  );
}

interface ListedProps extends Pick<Props, "app" | "blueprint" | "filter" | "onOpen" | "onPlan"> {
  isAdding: boolean;
  onNode: (node: string) => void;
  onAll: () => void;
}

function Listed({ app, blueprint, filter, onAll, onOpen, onPlan, onNode, isAdding }: ListedProps) {
  const { common } = useMessages();
  const { tasks: words } = usePlanningWords();
  const query = useInfiniteQuery(tasksQuery(useApi(), app, filter.todo, filter.node));
  if (query.isPending) return <Working label={common.loading} />;
  if (!query.data) return <Notice tone="bad" title={words.loadFailed} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />;
  const items = query.data.pages.flatMap((page) => page.items);
  if (items.length === 0) {
    if (filter.todo || filter.node) return <Notice title={words.noMatch} action={<Button onClick={onAll}>{words.showAll}</Button>} />;
    const begin = (
      <>
        <Button onClick={onPlan}>{words.toPlan}</Button>
        <HelpLink chapter="tasks" />
      </>
    );
    return isAdding ? null : <Notice title={words.none} text={words.noneText} action={begin} />;
  }
  return (
    <>
      <TaskGroups app={app} blueprint={blueprint} tasks={items} onOpen={onOpen} onNode={onNode} />
      {query.hasNextPage && (
        <Button className="self-center" aria-disabled={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
          {common.more}
        </Button>
      )}
    </>
  );
}
