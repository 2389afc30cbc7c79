import type { Revision } from "@/data/revision";
import { whyOf } from "@/domain/quality";
import { useHistoryWords } from "@/messages/history/useHistoryWords";

type Part = Revision["quality"]["parts"][number];

/** How good a revision is, and on opening what that is made of; of what nobody knows, why. */
export function QualityNote({ quality: { score, known, parts } }: { quality: Revision["quality"] }) {
  const { quality: words } = useHistoryWords();
  return (
    <details>
      <summary className="w-fit cursor-pointer text-sm text-accent max-md:py-3">{score === null ? words.unknown : words.score(score, known)}</summary>
      <div className="mt-2 flex flex-col gap-3 rounded-md border border-line bg-surface p-4 text-sm">
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
          {parts.map((part) => (
            <PartLine key={part.key} part={part} />
          ))}
        </dl>
        <p className="max-w-[68ch] text-muted">{words.about}</p>
      </div>
    </details>
  );
}

function PartLine({ part: { key, points, most, found, why } }: { part: Part }) {
  const { quality: words } = useHistoryWords();
  const known = whyOf(why);
  return (
    <>
      <dt>{words.parts[key]}</dt>
      {points === null ? (
        <dd className="min-w-0 text-muted">
          {words.notKnown} {known ? words.whys[known] : <span lang="en">{why}</span>}
        </dd>
      ) : (
        <dd className="min-w-0">
          {words.points(points, most)}
          {found > 0 && <span className="text-muted"> {words.found(found)}</span>}
        </dd>
      )}
    </>
  );
}
