import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import { detailOf } from "@/data/problem";
import { type Hit, searchQuery, SEARCH_MOST } from "@/data/search";
import { litParts } from "@/domain/lit";
import { byKind, type FoundKind, wordsOf } from "@/domain/search";
import { useSearchWords } from "@/messages/search/useSearchWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Notice } from "@/ui/Notice";
import { useAgo } from "@/ui/useAgo";
import { Working } from "@/ui/Working";

interface Props {
  app: string;
  query: string;
  kind: FoundKind | null;
  onEverywhere: () => void;
  onOpen: (hit: Hit) => void;
}

/** What was found, by what it is; first the kind with the best of all. */
export function Results({ app, query: q, kind, onEverywhere, onOpen }: Props) {
  const words = useSearchWords();
  const { common } = useMessages();
  const query = useQuery(searchQuery(useApi(), app, q, kind));
  if (query.isPending) return <Working label={words.searching} />;
  if (!query.data) return <Notice tone="bad" title={words.failed} text={detailOf(query.error)} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />;
  const { items, complete } = query.data;
  const missing = !complete && <p className="text-sm text-muted">{words.incomplete}</p>;
  if (items.length === 0) {
    const elsewhere = kind && <Button onClick={onEverywhere}>{words.lookEverywhere}</Button>;
    return (
      <div role="status">
        <Notice title={words.none(q)} text={kind ? words.noneOf : words.noneText} action={elsewhere} />
        {missing}
      </div>
    );
  }
  return (
    <>
      <p role="status" className="text-sm text-muted">
        {items.length < SEARCH_MOST ? words.found(items.length) : words.best(items.length)}
      </p>
      {missing}
      {byKind(items).map(([found, hits]) => (
        <section key={found} aria-label={words.kinds[found]} className="flex flex-col gap-2">
          <h2 className="text-base font-semibold">
            {words.kinds[found]} <span className="font-normal text-muted">({hits.length})</span>
          </h2>
          <ul className="flex flex-col divide-y divide-line rounded-md border border-line bg-surface">
            {hits.map((hit) => (
              <li key={`${hit.id} ${hit.start}`}>
                <HitRow hit={hit} query={q} onOpen={onOpen} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function HitRow({ hit, query, onOpen }: { hit: Hit; query: string; onOpen: (hit: Hit) => void }) {
  const ago = useAgo();
  const { title, rest } = wordsOf(hit);
  return (
    <button type="button" onClick={() => onOpen(hit)} className="flex w-full flex-col gap-1 rounded-md p-3 text-left hover:bg-sunken">
      <span className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">
          <Lit text={title} query={query} />
        </span>
        <time dateTime={hit.at} className="shrink-0 text-xs text-muted">
          {ago(hit.at)}
        </time>
      </span>
      {rest && (
        <span className="text-sm [overflow-wrap:anywhere] text-muted">
          <Lit text={rest} query={query} />
        </span>
      )}
    </button>
  );
}

/** A text with the words that were looked for lit. It may be a stranger's: shown as it is. */
function Lit({ text, query }: { text: string; query: string }) {
  return litParts(text, query).map((part, at) =>
    part.lit ? (
      <mark key={at} className="rounded-sm bg-highlight text-on-highlight">
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
}
