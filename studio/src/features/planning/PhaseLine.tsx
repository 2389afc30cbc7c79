import type { App } from "@/data/apps";
import type { BlueprintTree } from "@/data/planning";
import { afterPhase, phasesOf, SHORT_NAME } from "@/domain/pilot";
import type { PlanLeads } from "@/features/planning/planLeads";
import { useAutopilotWords } from "@/messages/autopilot/useAutopilotWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";

interface Props {
  app: App;
  read: BlueprintTree;
  leads: Pick<PlanLeads, "toPilot" | "toPreview" | "toPublish">;
  /** Where it can be done without. */
  onClose?: () => void;
}

/** Once the phase that was worked on is done: that it is, and what comes then: to look at it, to publish it, to start the next one. */
export function PhaseLine({ app, read: { blueprint, plan_tree: tree }, leads, onClose }: Props) {
  const { common } = useMessages();
  const words = useAutopilotWords();
  const after = blueprint.active ? afterPhase(phasesOf(tree), app.active_phase_node_id) : null;
  if (!after) return null;
  const { done, next } = after;
  const isShown = app.published_revision_id && app.published_revision_id === app.draft_revision_id;
  return (
    <div role="group" aria-label={words.phaseDone(done.title)} className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-ok-soft px-4 py-2 text-sm md:px-6">
      <p className="font-semibold text-ok [overflow-wrap:anywhere]">{next ? words.phaseDone(done.title) : words.allDone}</p>
      <span className="flex flex-wrap gap-2">
        <Button className="min-h-8" onClick={leads.toPreview}>
          {words.lookAt}
        </Button>
        {!isShown && (
          <Button aria-haspopup="dialog" className="min-h-8" onClick={leads.toPublish}>
            {words.publishIt}
          </Button>
        )}
        {next && (
          <Button aria-haspopup="dialog" className="min-h-8" onClick={leads.toPilot}>
            {next.title.length <= SHORT_NAME ? words.start(next.title) : words.startNext}
          </Button>
        )}
        {onClose && (
          <Button look="quiet" className="min-h-8" onClick={onClose}>
            {common.close}
          </Button>
        )}
      </span>
    </div>
  );
}
