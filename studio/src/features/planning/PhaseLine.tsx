import type { App } from "@/data/apps";
import type { BlueprintTree } from "@/data/planning";
import { afterPhase, phasesOf, SHORT_NAME } from "@/domain/pilot";
import { useAutopilotWords } from "@/messages/autopilot/useAutopilotWords";
import { Button } from "@/ui/Button";

/** Once the phase that was worked on is done: that it is, and the way to start the next one. */
export function PhaseLine({ app, read: { blueprint, plan_tree: tree }, onPilot }: { app: App; read: BlueprintTree; onPilot: () => void }) {
  const words = useAutopilotWords();
  const after = blueprint.active ? afterPhase(phasesOf(tree), app.active_phase_node_id) : null;
  if (!after) return null;
  const { done, next } = after;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-ok-soft px-4 py-2 text-sm md:px-6">
      <p className="font-semibold text-ok [overflow-wrap:anywhere]">{next ? words.phaseDone(done.title) : words.allDone}</p>
      {next && (
        <Button aria-haspopup="dialog" className="min-h-8" onClick={onPilot}>
          {next.title.length <= SHORT_NAME ? words.start(next.title) : words.startNext}
        </Button>
      )}
    </div>
  );
}
