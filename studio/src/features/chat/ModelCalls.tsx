import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/data/api";
import { callsQuery, type ModelMessage } from "@/data/turns";
import { parsePatch } from "@/domain/patch";
import { FullResponse } from "@/features/chat/FullResponse";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { ShortDiff } from "@/ui/ShortDiff";
import { Working } from "@/ui/Working";

interface Props {
  app: string;
  run: string;
  /** How many calls the run has made so far. */
  calls: number;
}

/** Every call of a model in a run, newest first: whose it was, what it said, used and changed. */
export function ModelCalls({ app, run, calls }: Props) {
  const { turn, common } = useMessages();
  const query = useInfiniteQuery(callsQuery(useApi(), app, run, calls));
  const [full, setFull] = useState<ModelMessage | null>(null);
  const messages = (query.data?.pages.flatMap((page) => page.items) ?? []).filter(({ agent }) => agent !== "user");
  return (
    <div className="mt-2 flex flex-col gap-2">
      {query.isPending && <Working label={common.loading} />}
      {query.isError && <Fault title={turn.callsFailed} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />}
      <ol className="flex flex-col gap-2" aria-label={turn.calls(messages.length)}>
        {messages.map((message) => (
          <Call key={message.id} message={message} onFull={() => setFull(message)} />
        ))}
      </ol>
      {query.hasNextPage && <Button onClick={() => query.fetchNextPage()}>{common.more}</Button>}
      {full && <FullResponse message={full} onClose={() => setFull(null)} />}
    </div>
  );
}

function Call({ message, onFull }: { message: ModelMessage; onFull: () => void }) {
  const { turn } = useMessages();
  const patch = message.patch_preview ? parsePatch(message.patch_preview) : [];
  return (
    <li className="flex min-w-0 flex-col gap-2 rounded-md border border-line bg-page p-3 text-sm text-ink">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">
          {message.call}. {turn.agents[message.agent]}
        </span>
        {message.token_usage && <Badges usage={message.token_usage} />}
      </p>
      <p className="line-clamp-4 [overflow-wrap:anywhere] whitespace-pre-wrap text-muted">{message.content}</p>
      {patch.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer text-accent max-md:py-3">{turn.patch}</summary>
          <div className="mt-2">
            <ShortDiff files={patch} />
          </div>
        </details>
      )}
      <button type="button" className="min-h-6 self-start text-accent underline max-md:min-h-11" onClick={onFull} aria-label={`${turn.full}: ${message.call}`}>
        {turn.full}
      </button>
    </li>
  );
}

/** What one call used: tokens in, of these from the cache, tokens out, dollars, and the model. */
function Badges({ usage }: { usage: NonNullable<ModelMessage["token_usage"]> }) {
  const { turn, locale } = useMessages();
  const count = new Intl.NumberFormat(locale, { notation: "compact" });
  const money = new Intl.NumberFormat(locale, { style: "currency", currency: "USD", maximumFractionDigits: 4 });
  const said = [
    turn.tokensIn(count.format(usage.prompt_tokens)),
    usage.cached_tokens > 0 && turn.tokensCached(count.format(usage.cached_tokens)),
    turn.tokensOut(count.format(usage.completion_tokens)),
    usage.cost_usd !== null && usage.cost_usd > 0 && money.format(usage.cost_usd),
    usage.model,
  ].filter((one) => one !== false && one !== "");
  return said.map((one) => (
    <span key={String(one)} className="rounded-full border border-line bg-surface px-2 text-xs whitespace-nowrap text-muted">
      {one}
    </span>
  ));
}
