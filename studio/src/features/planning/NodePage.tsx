import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, Pencil } from "lucide-react";
import { lazy, Suspense } from "react";
import { useApi } from "@/data/api";
import type { App } from "@/data/apps";
import { type PlanNode, planNodeQuery, type PlanTreeNode } from "@/data/planning";
import { codeOf } from "@/data/problem";
import { keptWords, wordsOf } from "@/domain/partWords";
import { pathTo } from "@/domain/planTree";
import { Badge } from "@/features/planning/Badge";
import { NodeAsked } from "@/features/planning/NodeAsked";
import { NodeNeeds } from "@/features/planning/NodeNeeds";
import { NodePath } from "@/features/planning/NodePath";
import { NodeQuestion } from "@/features/planning/NodeQuestion";
import { NodeSource } from "@/features/planning/NodeSource";
import { NodeStanding } from "@/features/planning/NodeStanding";
import type { PlanLeads } from "@/features/planning/planLeads";
import { useEditWords } from "@/messages/planning/edit/useEditWords";
import { usePlanningWords } from "@/messages/planning/usePlanningWords";
import { useMessages } from "@/messages/useMessages";
import { useDraft } from "@/run/useDraft";
import { arrive } from "@/ui/arrive";
import { classes } from "@/ui/classes";
import { Button } from "@/ui/Button";
import { Notice } from "@/ui/Notice";
import { Working } from "@/ui/Working";

const NodeEdit = lazy(() => import("@/features/planning/NodeEdit").then((loaded) => ({ default: loaded.NodeEdit })));
const NodeWaits = lazy(() => import("@/features/planning/NodeWaits").then((loaded) => ({ default: loaded.NodeWaits })));
const NodeComment = lazy(() => import("@/features/planning/NodeComment").then((loaded) => ({ default: loaded.NodeComment })));
const NodeTasks = lazy(() => import("@/features/planning/NodeTasks").then((loaded) => ({ default: loaded.NodeTasks })));
const StaleBanner = lazy(() => import("@/features/planning/StaleBanner").then((loaded) => ({ default: loaded.StaleBanner })));

interface Props {
  app: App;
  node: string;
  tree: readonly PlanTreeNode[];
  /** Nothing of the plan stands beside it. */
  isAlone?: boolean;
  /** Its plan is only read. */
  isArchived?: boolean;
  onNode: (node: string | null) => void;
  leads: PlanLeads;
}

/** One part of a plan: what it says, how it stands, its tasks, and where the text says so. */
export function NodePage({ app, node, tree, isAlone, isArchived = false, onNode, leads }: Props) {
  const { common } = useMessages();
  const { plan: words } = usePlanningWords();
  const query = useQuery(planNodeQuery(useApi(), app.id, node));
  const all = (
    <Button look="quiet" icon={<ArrowLeft aria-hidden size={16} />} onClick={() => onNode(null)} className={classes("-ml-4 self-start", !isAlone && "@3xl:hidden")}>
      {words.all}
    </Button>
  );
  const canEdit = query.data !== undefined && !query.data.is_question && !isArchived;
  if (query.isPending) return <Working label={common.loading} />;
  if (!query.data) {
    const isGone = codeOf(query.error) === "NOT_FOUND";
    return <Notice tone={isGone ? "plain" : "bad"} title={isGone ? words.missing : words.loadFailed} action={isGone ? <Button onClick={() => onNode(null)}>{words.all}</Button> : <Button onClick={() => query.refetch()}>{common.retry}</Button>} />;
  }
  return (
    <div className="flex max-w-[760px] flex-col gap-6 p-4 md:p-6">
      <header className="flex flex-col gap-2">
        {all}
        {query.data.above.length > 0 && <NodePath path={query.data.above} onOpen={onNode} />}
        <NodeHead app={app.id} node={query.data} canEdit={canEdit} />
      </header>
      <Stale app={app.id} node={query.data} />
      {query.data.is_question ? <NodeQuestion app={app.id} node={query.data} tree={tree} onNode={onNode} /> : <Work app={app} node={query.data} tree={tree} onNode={onNode} leads={leads} />}
      <NodeSource app={app.id} node={query.data} />
    </div>
  );
}

/** How it stands, when it is done, what it needs and waits for, and its tasks. */
function Work({ app, node, tree, onNode, leads }: Pick<Props, "app" | "tree" | "onNode" | "leads"> & { node: PlanNode }) {
  const branch = pathTo(tree, node.id).at(-1);
  return (
    <>
      {branch && <NodeAsked tree={tree} ids={branch.questions} onNode={onNode} />}
      <NodeStanding app={app} node={node} />
      <NodeNeeds app={app.id} node={node} branch={branch} />
      {node.acceptance.length > 0 && <Acceptance criteria={node.acceptance} />}
      <Suspense fallback={null}>
        <NodeWaits tree={tree} node={node} onNode={onNode} onTask={leads.toTask} />
        <NodeTasks app={app.id} node={node} count={branch?.tasks.total ?? 0} leads={leads} />
        <NodeComment app={app.id} node={node} />
      </Suspense>
    </>
  );
}

/** The text has changed under it, or under tasks of it. */
function Stale({ app, node }: { app: string; node: PlanNode }) {
  const tasks = node.tasks.filter(({ stale }) => stale !== null);
  const why = node.extra_metadata.stale ?? tasks[0]?.stale;
  return why ? (
    <Suspense fallback={null}>
      <StaleBanner app={app} blueprint={node.blueprint_id} node={node.id} why={why} marked={{ node: node.extra_metadata.stale ? node.id : null, tasks: tasks.map(({ id }) => id) }} />
    </Suspense>
  ) : null;
}

/** What it is called and about; in its place the form that changes that. */
function NodeHead({ app, node, canEdit }: { app: string; node: PlanNode; canEdit: boolean }) {
  const words = useEditWords();
  const [kept, keep] = useDraft(`part.${node.id}`);
  const written = canEdit ? keptWords(kept) : null;
  if (written) {
    return (
      <Suspense fallback={null}>
        <NodeEdit app={app} node={node} written={written} onWrite={(now) => keep(JSON.stringify(now))} onClose={() => keep("")} />
      </Suspense>
    );
  }
  return (
    <>
      <Title node={node} />
      {node.summary && <p className="max-w-[68ch] [overflow-wrap:anywhere] whitespace-pre-line">{node.summary}</p>}
      {canEdit && (
        <Button className="self-start" icon={<Pencil aria-hidden size={16} strokeWidth={1.75} />} onClick={() => keep(JSON.stringify(wordsOf(node)))}>
          {words.open}
        </Button>
      )}
    </>
  );
}

function Title({ node }: { node: PlanNode }) {
  const words = usePlanningWords();
  return (
    <>
      <h2 ref={arrive} tabIndex={-1} className="text-lg [overflow-wrap:anywhere]">
        {node.title}
      </h2>
      <p className="flex flex-wrap gap-1.5">
        {!node.is_question && <Badge title={words.kindsMean[node.kind]}>{words.kinds[node.kind]}</Badge>}
        {/* What nobody has judged is stored as normal, so that says nothing. */}
        {node.risk_level === "high" && !node.is_question && <Badge tone="bad">{words.risks.high}</Badge>}
        {node.estimate_points !== null && <Badge>{words.plan.points(node.estimate_points)}</Badge>}
        {node.unproven && <Badge tone="warn">{words.unproven}</Badge>}
      </p>
    </>
  );
}

function Acceptance({ criteria }: { criteria: readonly string[] }) {
  const { plan: words } = usePlanningWords();
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-sans font-semibold">{words.acceptance}</h3>
      <ul className="flex list-disc flex-col gap-1 pl-5">
        {criteria.map((one) => (
          <li key={one} className="[overflow-wrap:anywhere]">
            {one}
          </li>
        ))}
      </ul>
    </section>
  );
}
