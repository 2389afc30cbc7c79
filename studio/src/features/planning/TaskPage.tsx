import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Pencil } from "lucide-react";
import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import { useApi } from "@/data/api";
import { type FullTask, planNodeQuery, taskQuery } from "@/data/planning";
import { codeOf } from "@/data/problem";
import { EditTask, rewordedDraft } from "@/features/planning/EditTask";
import { BlockedBy } from "@/features/planning/BlockedBy";
import { NodePath } from "@/features/planning/NodePath";
import { PlanMark } from "@/features/planning/PlanMark";
import { TaskActions } from "@/features/planning/TaskActions";
import { TaskBadges } from "@/features/planning/TaskBadges";
import { TaskCriteria } from "@/features/planning/TaskCriteria";
import { TaskEvidence } from "@/features/planning/TaskEvidence";
import type { PlanLeads } from "@/features/planning/planLeads";
import { useStaleWords } from "@/features/planning/useStaleWords";
import { useTaskWords } from "@/messages/planning/tasks/useTaskWords";
import { usePlanningWords } from "@/messages/planning/usePlanningWords";
import { useViewWords } from "@/messages/planning/views/useViewWords";
import { useMessages } from "@/messages/useMessages";
import { useDraft } from "@/run/useDraft";
import { arrive } from "@/ui/arrive";
import { Button } from "@/ui/Button";
import { Notice } from "@/ui/Notice";
import { Working } from "@/ui/Working";

const StaleBanner = lazy(() => import("@/features/planning/StaleBanner").then((loaded) => ({ default: loaded.StaleBanner })));

interface Props {
  app: string;
  task: string;
  onLeave: () => void;
  leads: PlanLeads;
}

/** One task: when it is done, what it waits for, what shows that it is done. */
export function TaskPage({ app, task, onLeave, leads }: Props) {
  const { common } = useMessages();
  const { tasks: words } = usePlanningWords();
  const query = useQuery(taskQuery(useApi(), app, task));
  if (query.isPending) return <Working label={common.loading} />;
  if (!query.data) {
    const isGone = codeOf(query.error) === "NOT_FOUND";
    return <Notice tone={isGone ? "plain" : "bad"} title={isGone ? words.missing : words.loadFailed} action={isGone ? <Button onClick={onLeave}>{words.all}</Button> : <Button onClick={() => query.refetch()}>{common.retry}</Button>} />;
  }
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto flex max-w-[760px] flex-col gap-6 p-4 md:p-6">
        <header className="flex flex-col gap-2">
          <Button look="quiet" icon={<ArrowLeft aria-hidden size={16} />} onClick={onLeave} className="-ml-4 self-start">
            {words.all}
          </Button>
          <Where app={app} task={query.data} leads={leads} />
          <h2 ref={arrive} tabIndex={-1} className="text-lg [overflow-wrap:anywhere]">
            {query.data.description}
          </h2>
          <p className="flex flex-wrap items-center gap-3">
            <PlanMark state={query.data.status} />
            <TaskBadges task={query.data} />
          </p>
        </header>
        <Stale app={app} task={query.data} />
        <Reopened task={query.data} leads={leads} />
        <Acts app={app} task={query.data} leads={leads} />
        <Facts task={query.data} leads={leads} />
        <TaskEvidence task={query.data} leads={leads} />
      </div>
    </div>
  );
}

/** What one may do with it; in their place the form in which it is worded anew. */
function Acts({ app, task, leads }: { app: string; task: FullTask; leads: PlanLeads }) {
  const { edit: label } = useTaskWords();
  const [begun] = useDraft(rewordedDraft(task.id));
  const [editing, edit] = useState(begun !== "");
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    edit(false);
    requestAnimationFrame(() => button.current?.focus());
  };
  if (editing) return <EditTask app={app} task={task} onClose={close} />;
  const change = (
    <Button ref={button} look="quiet" icon={<Pencil aria-hidden size={16} strokeWidth={1.75} />} onClick={() => edit(true)}>
      {label}
    </Button>
  );
  return <TaskActions app={app} task={task} onAsk={leads.onAsk} edit={change} />;
}

function Where({ app, task, leads }: { app: string; task: FullTask; leads: PlanLeads }) {
  const node = task.metadata_json.source_plan_node_id;
  const { data } = useQuery({ ...planNodeQuery(useApi(), app, node ?? ""), enabled: node !== null });
  return data ? <NodePath path={[...data.above, data]} onOpen={leads.toNode} /> : null;
}

/** The text has changed under it, or under the part of the plan that it belongs to. */
function Stale({ app, task }: { app: string; task: FullTask }) {
  const node = task.metadata_json.source_plan_node_id;
  const { data } = useQuery({ ...planNodeQuery(useApi(), app, node ?? ""), enabled: node !== null && task.stale !== null });
  const say = useStaleWords();
  if (task.stale === null) return null;
  if (!data) return <p className="text-sm text-warn">{say(task.stale)}</p>;
  return (
    <Suspense fallback={null}>
      <StaleBanner app={app} blueprint={data.blueprint_id} node={data.id} why={task.stale} marked={{ node: data.extra_metadata.stale ? data.id : null, tasks: [task.id] }} />
    </Suspense>
  );
}

/** What showed it is no longer in the app: by which revision. */
function Reopened({ task: { reopened }, leads }: { task: FullTask; leads: PlanLeads }) {
  const words = useTaskWords();
  return (
    reopened && (
      <button type="button" onClick={() => leads.toRevision(reopened.revision_id)} className="self-start rounded-sm text-left text-warn underline max-md:min-h-11">
        {words.reopened}
      </button>
    )
  );
}

function Facts({ task, leads }: { task: FullTask; leads: PlanLeads }) {
  const { tasks: words } = usePlanningWords();
  const { waits } = useViewWords();
  const begin = task.status === "blocked" ? task.waits_for_first : [];
  const { unresolved_dependencies: unresolved } = task.metadata_json;
  return (
    <>
      <Part title={words.acceptance}>
        <TaskCriteria task={task} leads={leads} />
      </Part>
      {task.blocked_by.length > 0 && (
        <Part title={words.waitsFor}>
          <BlockedBy blockers={task.blocked_by} onTask={leads.toTask} />
        </Part>
      )}
      {begin.length > 0 && (
        <Part title={waits.begin}>
          <p className="text-sm text-muted">{waits.beginText}</p>
          <ul className="flex flex-col gap-1">
            {begin.map(({ id, description }) => (
              <li key={id}>
                <button type="button" onClick={() => leads.toTask(id)} className="min-w-0 rounded-sm text-left [overflow-wrap:anywhere] text-accent underline max-md:min-h-11">
                  {description}
                </button>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {unresolved.length > 0 && (
        <Part title={words.unresolved}>
          <Lines lines={unresolved} />
        </Part>
      )}
      {task.expected_files.length > 0 && (
        <Part title={words.files}>
          <ul className="flex flex-col gap-1 font-mono text-xs">
            {task.expected_files.map((path) => (
              <li key={path} className="[overflow-wrap:anywhere]">
                {path}
              </li>
            ))}
          </ul>
        </Part>
      )}
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-sans font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className="flex list-disc flex-col gap-1 pl-5">
      {lines.map((line) => (
        <li key={line} className="[overflow-wrap:anywhere]">
          {line}
        </li>
      ))}
    </ul>
  );
}
