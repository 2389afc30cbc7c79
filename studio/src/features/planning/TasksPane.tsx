import { lazy, Suspense } from "react";
import type { Workspace } from "@/data/workspace";
import type { TasksPlace } from "@/domain/place";
import type { PlanLeads } from "@/features/planning/planLeads";
import { TaskList } from "@/features/planning/TaskList";

const TaskPage = lazy(() => import("@/features/planning/TaskPage").then((loaded) => ({ default: loaded.TaskPage })));

interface Props {
  workspace: Workspace;
  place: TasksPlace;
  onPlace: (place: TasksPlace) => void;
  onPlan: () => void;
  leads: PlanLeads;
}

/** What is to be done: the tasks of the project, or one of them. */
export function TasksPane({ workspace: { app }, place, onPlace, onPlan, leads }: Props) {
  const { task, ...filter } = place;
  return task ? (
    <Suspense fallback={null}>
      <TaskPage key={task} app={app.id} task={task} onLeave={() => onPlace(filter)} leads={leads} />
    </Suspense>
  ) : (
    <TaskList app={app.id} blueprint={app.active_blueprint_id ?? null} filter={filter} onFilter={onPlace} onOpen={(next) => onPlace({ ...filter, task: next })} onPlan={onPlan} leads={leads} />
  );
}
