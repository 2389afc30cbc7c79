import { ArrowRightLeft, Minus, PencilLine, Plus } from "lucide-react";
import { type NodeChange, type PlanTreeNode, usePlanning } from "@/data/planning";
import { detailOf } from "@/data/problem";
import type { ChangeWhat } from "@/domain/planning";
import { pathTo } from "@/domain/planTree";
import { Badge } from "@/features/planning/Badge";
import { ChangeTasks } from "@/features/planning/ChangeTasks";
import { TwoTexts } from "@/features/planning/TwoTexts";
import { useReviewWords } from "@/messages/planning/review/useReviewWords";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";

const LOOKS: Record<ChangeWhat, { icon: typeof Plus; tone: "ok" | "bad" | "accent" | "plain" }> = {
  added: { icon: Plus, tone: "ok" },
  gone: { icon: Minus, tone: "bad" },
  changed: { icon: PencilLine, tone: "accent" },
  moved: { icon: ArrowRightLeft, tone: "plain" },
};

interface Props {
  app: string;
  change: NodeChange;
  tree: readonly PlanTreeNode[];
  /** All of them: what is gone has its name only there. */
  changes: readonly NodeChange[];
  seen: { is: boolean; set: (is: boolean) => void };
  onNode: (node: string) => void;
  onTask: (task: string) => void;
}

/** One part of a plan before and after: what the text says, where it lies, which tasks rest on it. */
export function PlanChange({ app, change, tree, changes, seen, onNode, onTask }: Props) {
  const { changes: words, stale } = useReviewWords();
  const { hold } = usePlanning(app);
  const { icon: Icon, tone } = LOOKS[change.what];
  const node = pathTo(tree, change.node_id).at(-1);
  const nameOf = (id: string | null) => (id === null ? words.top : (pathTo(tree, id).at(-1)?.title ?? changes.find((one) => one.node_id === id)?.title ?? words.unknown));
  const hasMoved = change.what !== "added" && change.what !== "gone" && change.parent_before !== change.parent_after;
  return (
    <li data-change className="flex scroll-mt-2 flex-col overflow-hidden rounded-md border border-line bg-surface">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-page px-3 py-2">
        <Badge tone={tone}>
          <Icon aria-hidden size={14} />
          {words.whats[change.what]}
        </Badge>
        <h2 className="min-w-0 grow font-sans text-base font-semibold [overflow-wrap:anywhere]">{change.title}</h2>
        <label className="flex min-h-8 items-center gap-2 text-sm max-md:min-h-11">
          <input type="checkbox" data-stop checked={seen.is} onChange={(event) => seen.set(event.target.checked)} className="size-4 accent-accent" />
          <span>
            {words.seen}
            <span className="sr-only">: {change.title}</span>
          </span>
        </label>
      </header>
      {hasMoved && <p className="px-3 pt-2 text-sm [overflow-wrap:anywhere]">{words.moved(nameOf(change.parent_before), nameOf(change.parent_after))}</p>}
      {change.what === "moved" && !hasMoved && <p className="px-3 pt-2 text-sm">{words.movedHeading}</p>}
      {change.what !== "moved" && <TwoTexts before={change.text_before} after={change.text_after} />}
      <footer className="flex flex-col items-start gap-2 p-3">
        <ChangeTasks app={app} change={change} onTask={onTask} />
        <div className="flex flex-wrap gap-2">
          {node?.extra_metadata.stale && (
            <Button aria-disabled={hold.isPending} title={stale.holdsText} onClick={() => hold.isPending || hold.mutate({ node: node.id, tasks: change.stale_tasks })}>
              {stale.holds}
            </Button>
          )}
          {node && (
            <Button look="quiet" className="-ml-2" aria-label={`${words.open}: ${change.title}`} onClick={() => onNode(node.id)}>
              {words.open}
            </Button>
          )}
        </div>
        {hold.isError && <Fault title={stale.failed} detail={detailOf(hold.error)} />}
      </footer>
    </li>
  );
}
