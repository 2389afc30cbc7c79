import { lazy, Suspense } from "react";
import { type AutopilotState, type ReadIntent, useAutopilot } from "@/data/autopilot";
import { detailOf } from "@/data/problem";
import { modeOf, orderIn, priceOf } from "@/domain/pilot";
import type { PilotLeads } from "@/features/autopilot/pilotLeads";
import { useAutopilotWords } from "@/messages/autopilot/useAutopilotWords";
import { useMessages } from "@/messages/useMessages";
import { gone, useDraft } from "@/run/useDraft";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { TextField } from "@/ui/TextField";

const PhaseNeeds = lazy(() => import("@/features/autopilot/PhaseNeeds").then((loaded) => ({ default: loaded.PhaseNeeds })));

interface Props {
  app: string;
  mode: AutopilotState["mode"];
  leads: PilotLeads;
}

/** What it should do, in a person's own words: read by a model, and done only after they confirm what was understood. */
export function PilotSaid({ app, mode, leads }: Props) {
  const words = useAutopilotWords();
  const [said, say] = useDraft(`pilot.${app}`);
  const { readIntent, order } = useAutopilot(app);
  const found = readIntent.data;
  const send = () => {
    if (said.trim() && !readIntent.isPending) readIntent.mutate(said.trim());
  };
  const done = () => {
    say(gone(said));
    readIntent.reset();
  };
  const confirm = (proposal: Proposal) => order.isPending || order.mutate(orderIn(proposal, mode), { onSuccess: done });
  return (
    <form
      aria-label={words.say}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="flex flex-col gap-3"
    >
      <TextField label={words.say} hint={words.sayHint} value={said} onChange={(text) => (say(text.slice(0, 4000)), found && readIntent.reset())} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" aria-disabled={!said.trim() || readIntent.isPending}>
          {readIntent.isPending ? words.reading : words.read}
        </Button>
      </div>
      {readIntent.isError && <Fault title={words.readFailed} detail={detailOf(readIntent.error)} />}
      <div role="status">
        {found?.proposal && <Proposed proposal={found.proposal} mode={mode} busy={order.isPending} onConfirm={confirm} />}
        {found?.change && (
          <div className="flex flex-wrap items-center gap-3">
            <p>{words.forPlan}</p>
            <Button onClick={() => (leads.toPlan(), done())}>{words.toPlan}</Button>
          </div>
        )}
        {found && !found.proposal && !found.change && (
          <div className="flex flex-wrap items-center gap-3">
            <p>{words.forChat}</p>
            <Button onClick={() => (leads.onAsk(said), done())}>{words.toChat}</Button>
          </div>
        )}
      </div>
      {order.isError && <Fault title={words.orderFailed} detail={detailOf(order.error)} />}
    </form>
  );
}

type Proposal = NonNullable<ReadIntent["proposal"]>;

/** What was understood: which phase, how much by itself, at what price; and the button that confirms it. */
function Proposed({ proposal, mode: now, busy, onConfirm }: { proposal: Proposal; mode: AutopilotState["mode"]; busy: boolean; onConfirm: (proposal: Proposal) => void }) {
  const { locale } = useMessages();
  const words = useAutopilotWords();
  const { action, tasks, estimated_usd: price } = proposal;
  const phase = proposal.phase_title ?? words.thisPhase;
  const mode = words.modes[modeOf(proposal, now)];
  return (
    <div className="flex flex-col items-start gap-3 rounded-md bg-accent-soft p-3">
      {action !== "pause" && (
        <p className="[overflow-wrap:anywhere]">
          <strong>{words.understood[action](phase)}</strong> {words.modeSaid(mode.name, mode.text)}
        </p>
      )}
      <Suspense fallback={null}>{action !== "pause" && proposal.needs.length > 0 && <PhaseNeeds needs={proposal.needs} parts={proposal.needy_parts.filter((title) => title !== proposal.phase_title)} />}</Suspense>
      <span className="text-sm">{action === "pause" ? words.proposedPause : words.proposed(tasks, priceOf(price, locale))}</span>
      <Button look="main" aria-disabled={busy} onClick={() => onConfirm(proposal)}>
        {words.proposals[action]}
      </Button>
    </div>
  );
}
