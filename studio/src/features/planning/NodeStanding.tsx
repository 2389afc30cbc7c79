import { Flag } from "lucide-react";
import type { App } from "@/data/apps";
import { detailOf } from "@/data/problem";
import { type PlanNode, usePlanning } from "@/data/planning";
import { FOLLOWS, lookOf, NODE_STATES, type NodeState, PRIORITIES, standingOf } from "@/domain/planning";
import { PlanMark } from "@/features/planning/PlanMark";
import { usePlanningWords } from "@/messages/planning/usePlanningWords";
import { Button } from "@/ui/Button";
import { Choice } from "@/ui/Choice";
import { Fault } from "@/ui/Fault";

/** How a part of a plan stands and how much it matters: said by a person, or following from its tasks. */
export function NodeStanding({ app, node }: { app: App; node: PlanNode }) {
  const { plan: words, states, priorities } = usePlanningWords();
  const { changeNode, chooseFor } = usePlanning(app.id);
  const follows = node.extra_metadata.auto_status_from_tasks;
  const said: { value: NodeState | typeof FOLLOWS; label: string }[] = [{ value: FOLLOWS, label: words.auto }, ...NODE_STATES.map((value) => ({ value, label: states[value] }))];
  const look = lookOf(node);
  const isActive = app.active_phase_node_id === node.id;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        {(follows || look !== node.status) && <PlanMark state={look} />}
        <Choice label={words.status} value={follows ? FOLLOWS : node.status} options={said} onChoose={(to) => changeNode.mutate({ node: node.id, ...standingOf(node, to) })} shown />
        <Choice label={words.priority} value={node.priority} options={PRIORITIES.map((value) => ({ value, label: priorities[value] }))} onChoose={(priority) => changeNode.mutate({ node: node.id, priority })} shown />
        {node.kind === "phase" && (
          <Button look={isActive ? "quiet" : "plain"} aria-pressed={isActive} icon={<Flag aria-hidden size={16} strokeWidth={1.75} />} onClick={() => chooseFor.isPending || chooseFor.mutate(isActive ? null : node.id)}>
            {isActive ? words.isPhase : words.phase}
          </Button>
        )}
      </div>
      {changeNode.isError && <Fault title={words.changeFailed} detail={detailOf(changeNode.error)} />}
      {chooseFor.isError && <Fault title={words.phaseFailed} detail={detailOf(chooseFor.error)} />}
    </div>
  );
}
