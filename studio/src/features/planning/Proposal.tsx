import { type PlanProposal, useProposing } from "@/data/planning";
import { detailOf, findingsOf } from "@/data/problem";
import { useReadingEstimate } from "@/data/reading";
import { dollars } from "@/domain/amounts";
import { AskCap } from "@/ui/AskCap";
import { ProposedChanges } from "@/features/planning/ProposedChanges";
import { useReviewWords } from "@/messages/planning/review/useReviewWords";
import { useViewWords } from "@/messages/planning/views/useViewWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { SureButton } from "@/ui/SureButton";

/** About so much of the text is read again for each change of it. */
const EDIT_BYTES = 20_000;

interface Props {
  app: string;
  proposal: PlanProposal;
  onBlueprint: (blueprint: string) => void;
}

/** What a model proposes for a person's words, with what became of it. */
export function Proposal({ app, proposal, onBlueprint }: Props) {
  const { locale } = useMessages();
  const { ask: words } = useReviewWords();
  const { job } = useViewWords();
  const { status, message, result_blueprint_id: result } = proposal;
  return (
    <section aria-label={words.ready} className="flex flex-col gap-4 rounded-md border border-line bg-surface p-4">
      <blockquote className="text-sm [overflow-wrap:anywhere] whitespace-pre-line">
        <span className="text-muted">{words.of}:</span> {message}
      </blockquote>
      {(status === "pending" || status === "running") && (
        <p role="status" className="flex flex-wrap justify-between gap-x-4 text-sm">
          <span>{words.writing} ...</span>
          <span className="text-muted">{job.spent(dollars(proposal.cost_usd, locale), dollars(proposal.cost_cap_usd, locale))}</span>
        </p>
      )}
      {status === "error" && <Fault title={words.error} {...(proposal.error_message ? { detail: proposal.error_message } : {})} />}
      <ProposedChanges proposal={proposal} />
      {(status === "ready" || status === "applying") && <Decision app={app} proposal={proposal} />}
      {status === "discarded" && <p className="text-sm text-muted">{words.discarded}</p>}
      {status === "applied" && (
        <p role="status" className="flex flex-wrap items-center gap-3 text-sm text-ok">
          {result ? words.appliedText : words.applied}
          {result && <Button onClick={() => onBlueprint(result)}>{words.appliedVersion}</Button>}
        </p>
      )}
    </section>
  );
}

function Decision({ app, proposal: { blueprint_id: blueprint, round, status, operations, edits } }: Pick<Props, "app" | "proposal">) {
  const { ask: words } = useReviewWords();
  const { apply, discard } = useProposing(app, blueprint);
  const estimate = useReadingEstimate(edits.length * EDIT_BYTES, app);
  const busy = apply.isPending || discard.isPending;
  const isEmpty = operations.length + edits.length === 0;
  const failed = apply.error ?? discard.error;
  return (
    <>
      {status === "applying" && <p className="rounded-md bg-warn-soft p-3 text-sm text-warn">{words.applying}</p>}
      <div className="flex flex-wrap gap-2">
        {edits.length > 0 && <AskCap label={words.apply} text={words.applyEdits} sure={words.apply} estimate={estimate} busy={busy} onSure={(most) => apply.mutate({ round, most })} />}
        {operations.length > 0 && <SureButton label={words.apply} question={words.applyText} busy={busy} onSure={() => apply.mutate({ round })} />}
        {status === "ready" && (
          <Button look="quiet" aria-disabled={busy} onClick={() => busy || discard.mutate(round)}>
            {words.discard}
          </Button>
        )}
      </div>
      {isEmpty && <p className="text-sm text-muted">{words.nothing}</p>}
      {failed && <Fault title={words.stale} detail={detailOf(failed)} findings={findingsOf(failed)} />}
    </>
  );
}
