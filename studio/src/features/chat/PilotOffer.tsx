import { Bot } from "lucide-react";
import { lazy, Suspense } from "react";
import { pilotActs } from "@/commands/pilotActs";
import { useAutopilot } from "@/data/autopilot";
import type { PlainOrder } from "@/data/plainOrder";
import { detailOf } from "@/data/problem";
import { modeOf, orderIn, priceOf } from "@/domain/pilot";
import { useAutopilotWords } from "@/messages/autopilot/useAutopilotWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { toHome } from "@/ui/focusHome";

const NeedsNote = lazy(() => import("@/ui/NeedsNote").then((loaded) => ({ default: loaded.NeedsNote })));

interface Props {
  app: string;
  order: PlainOrder;
  /** The autopilot has it: the words are done. */
  onTaken: () => void;
  onCoder: () => void;
}

/** Words that are a plain order are offered to the autopilot, with the phase and its price. Nothing is done before a person has chosen. */
export function PilotOffer({ app, order: { proposal, mode }, onTaken, onCoder }: Props) {
  const { locale } = useMessages();
  const words = useAutopilotWords();
  const { order } = useAutopilot(app);
  const takes = proposal && (proposal.action !== "start" || proposal.tasks > 0) ? proposal : null;
  const phase = proposal?.phase_title ?? null;
  const then = (done: () => void) => {
    toHome();
    done();
  };
  const take = () => takes && !order.isPending && order.mutate(orderIn(takes, mode), { onSuccess: () => then(onTaken) });
  const said = () => {
    if (!takes) return words.offer.nothing(phase);
    if (takes.action === "pause") return words.proposedPause;
    const how = words.modes[modeOf(takes, mode)];
    return `${phase}: ${words.proposed(takes.tasks, priceOf(takes.estimated_usd, locale))} ${words.modeSaid(how.name, how.text)}`;
  };
  return (
    <div role="group" aria-label={words.offer.label} className="flex flex-col gap-2 rounded-md bg-accent-soft p-3 text-sm">
      <p role="status" className="flex gap-2">
        <Bot aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-accent" />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <strong>{words.offer.label}</strong> {said()}
        </span>
      </p>
      {takes && takes.action !== "pause" && takes.needs.length > 0 && (
        <Suspense fallback={null}>
          <NeedsNote what={phase ?? ""} needs={takes.needs} parts={takes.needy_parts.filter((title) => title !== takes.phase_title)} />
        </Suspense>
      )}
      <div className="flex flex-wrap gap-2">
        {takes ? (
          <Button look="main" aria-disabled={order.isPending} onClick={take}>
            {order.isPending ? words.offer.sending : words.offer.take(takes.action, phase ?? "")}
          </Button>
        ) : (
          <Button onClick={() => pilotActs()?.open()}>{words.overview.open}</Button>
        )}
        <Button onClick={() => then(onCoder)}>{words.offer.coder}</Button>
      </div>
      {order.isError && <Fault title={words.orderFailed} detail={detailOf(order.error)} />}
    </div>
  );
}
