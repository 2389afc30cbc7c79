import type { PlanProposal } from "@/data/planning";
import { TwoTexts } from "@/features/planning/TwoTexts";
import { useReviewWords } from "@/messages/planning/review/useReviewWords";

/** The changes one by one, each with the words of the person that ask for it; and what could not be proposed. */
export function ProposedChanges({ proposal: { operations, edits, refused } }: { proposal: PlanProposal }) {
  const { ask: words } = useReviewWords();
  return (
    <>
      {operations.length > 0 && (
        <ol className="flex list-decimal flex-col gap-3 pl-5">
          {operations.map(({ words: said, quote }, at) => (
            <li key={at} className="[overflow-wrap:anywhere]">
              {said} <Quote quote={quote} />
            </li>
          ))}
        </ol>
      )}
      {edits.map(({ start, before, after, quote }) => (
        <div key={start} className="flex flex-col gap-1 overflow-hidden rounded-md border border-line">
          <TwoTexts before={before} after={after} />
          <p className="px-3 pb-2">
            <Quote quote={quote} />
          </p>
        </div>
      ))}
      {refused.length > 0 && (
        <div className="rounded-md bg-warn-soft p-3 text-sm text-warn">
          <p className="font-semibold">{words.refused}</p>
          <ul className="list-disc pl-5">
            {refused.map((why, at) => (
              <li key={at} className="[overflow-wrap:anywhere]">
                {why}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

function Quote({ quote }: { quote: string }) {
  const { ask: words } = useReviewWords();
  return (
    <span className="text-sm text-muted">
      {words.because}: <q>{quote}</q>
    </span>
  );
}
