import { Pause, Play } from "lucide-react";
import { type ManagerPlan, useAutopilot } from "@/data/autopilot";
import { detailOf } from "@/data/problem";
import { AUTONOMY } from "@/domain/choices";
import { useAutopilotWords } from "@/messages/autopilot/useAutopilotWords";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { SelectField } from "@/ui/SelectField";

/** How much it does by itself, and whether it goes on. A mode by itself starts nothing. */
export function PilotControls({ app, plan }: { app: string; plan: ManagerPlan }) {
  const words = useAutopilotWords();
  const { order, setMode } = useAutopilot(app);
  const { mode, paused, pill, active_phase_node_id: phase } = plan.autopilot;
  const shown = setMode.isPending ? setMode.variables : mode;
  const stands = paused || pill === "error";
  const send = () => order.isPending || order.mutate({ action: stands ? "continue" : "pause" });
  const Icon = stands ? Play : Pause;
  return (
    <section className="flex flex-col gap-3">
      <SelectField
        label={words.mode}
        hint={words.modes[shown].text}
        value={shown}
        options={AUTONOMY.map((value) => ({ value, label: words.modes[value].name }))}
        onChange={(value) => setMode.mutate(AUTONOMY.find((one) => one === value) ?? mode)}
      />
      {plan.runs_in_progress.some(({ autonomy }) => autonomy !== mode) && <p className="text-sm text-muted">{words.modeLater}</p>}
      {setMode.isError && <Fault title={words.modeFailed} detail={detailOf(setMode.error)} />}
      {mode !== "off" && phase && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button look={stands ? "main" : "plain"} icon={<Icon aria-hidden size={16} strokeWidth={1.75} />} aria-disabled={order.isPending} onClick={send}>
            {order.isPending ? (stands ? words.goingOn : words.pausing) : stands ? words.goOn : words.pause}
          </Button>
          {!stands && <span className="text-sm text-muted">{words.pauseText}</span>}
        </div>
      )}
      {order.isError && <Fault title={words.orderFailed} detail={detailOf(order.error)} />}
    </section>
  );
}
