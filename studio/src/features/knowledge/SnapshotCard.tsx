import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useApi } from "@/data/api";
import { type Snapshot, snapshotQuery, useSnapshot } from "@/data/snapshot";
import { detailOf } from "@/data/problem";
import { count } from "@/domain/amounts";
import { METRICS, sectionsOfSnapshot } from "@/domain/snapshot";
import { useKnowledgeWords } from "@/messages/knowledge/useKnowledgeWords";
import { useSnapshotLine } from "@/messages/knowledge/useSnapshotLine";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { useAgo } from "@/ui/useAgo";

/** How the project stands, from what is stored of it: in figures, and on opening in sections. */
export function SnapshotCard({ app }: { app: string }) {
  const { snapshot: words } = useKnowledgeWords();
  const ago = useAgo();
  const query = useQuery(snapshotQuery(useApi(), app));
  const refresh = useSnapshot(app);
  const failed = refresh.error ?? query.error;
  return (
    <section aria-label={words.title} className="flex flex-col gap-3 rounded-md border border-line bg-sunken p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="font-sans text-base font-semibold">{words.title}</h2>
        <Button look="quiet" icon={<RefreshCw aria-hidden size={16} strokeWidth={1.75} />} aria-disabled={refresh.isPending} onClick={() => refresh.isPending || refresh.mutate()}>
          {refresh.isPending ? words.refreshing : words.refresh}
        </Button>
      </div>
      {failed && <Fault title={words.failed} detail={detailOf(failed)} />}
      {query.data && (
        <>
          <p role="status" className="text-sm text-muted">
            {words.taken(ago(new Date(query.dataUpdatedAt).toISOString()), ago(query.data.updated_at))}
          </p>
          <Facts snapshot={query.data} />
        </>
      )}
    </section>
  );
}

function Facts({ snapshot: { summary_text: text, key_metrics_json: metrics } }: { snapshot: Snapshot }) {
  const { snapshot: words } = useKnowledgeWords();
  const say = useSnapshotLine();
  const { locale } = useMessages();
  const known = METRICS.flatMap((name) => (metrics[name] ? [[name, metrics[name]] as const] : []));
  return (
    <>
      {known.length > 0 && (
        <dl className="flex flex-wrap gap-x-6 gap-y-2">
          {known.map(([name, amount]) => (
            <div key={name} className="flex flex-col-reverse">
              <dt className="text-xs text-muted">{words.metrics[name](amount)}</dt>
              <dd className="font-display text-lg font-semibold">{count(amount, locale)}</dd>
            </div>
          ))}
        </dl>
      )}
      <details>
        <summary className="w-fit cursor-pointer text-sm text-accent max-md:py-3">{words.all}</summary>
        <div className="mt-3 flex flex-col gap-3">
          {sectionsOfSnapshot(text).map(({ part, title, lines }) => (
            <section key={title} className="flex flex-col gap-1">
              <h3 className="font-sans text-sm font-semibold">{part ? words.sections[part] : title}</h3>
              {lines.length === 0 ? (
                <p className="text-sm text-muted">{words.nothing}</p>
              ) : (
                <ul className="list-disc pl-5 text-sm [overflow-wrap:anywhere]">
                  {lines.map((line, at) => (
                    <li key={at}>{say(part, line)}</li>
                  ))}
                </ul>
              )}
            </section>
          ))}
        </div>
      </details>
    </>
  );
}
