import { useQueries } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import { type NodeChange, taskQuery } from "@/data/planning";
import { useReviewWords } from "@/messages/planning/review/useReviewWords";
import { useViewWords } from "@/messages/planning/views/useViewWords";

const NAMED = 5;

/** Tasks that rest on words that have changed: those that wait for a word, and those that stay as they are. */
export function ChangeTasks({ app, change, onTask }: { app: string; change: NodeChange; onTask: (task: string) => void }) {
  const { changes: words } = useReviewWords();
  return (
    <>
      {change.stale_tasks.length > 0 && <Tasks app={app} lead={words.stale(change.stale_tasks.length)} ids={change.stale_tasks} tone="text-warn" onTask={onTask} />}
      {change.pinned_tasks.length > 0 && <Tasks app={app} lead={words.pinned(change.pinned_tasks.length)} ids={change.pinned_tasks} tone="text-muted" onTask={onTask} />}
    </>
  );
}

function Tasks({ app, lead, ids, tone, onTask }: { app: string; lead: string; ids: readonly string[]; tone: string; onTask: (task: string) => void }) {
  const api = useApi();
  const { changes: words } = useReviewWords();
  const { waits } = useViewWords();
  const found = useQueries({ queries: ids.slice(0, NAMED).map((id) => taskQuery(api, app, id)) });
  return (
    <div className="flex flex-col gap-1 text-sm">
      <p className={tone}>{lead}</p>
      <ul className="flex flex-col gap-1">
        {ids.slice(0, NAMED).map((id, at) => (
          <li key={id}>
            <button type="button" onClick={() => onTask(id)} className="rounded-sm text-left [overflow-wrap:anywhere] text-accent underline max-md:min-h-11">
              {found[at]?.data?.description ?? words.task(at + 1)}
            </button>
          </li>
        ))}
        {ids.length > NAMED && <li className="text-muted">{waits.more(ids.length - NAMED)}</li>}
      </ul>
    </div>
  );
}
