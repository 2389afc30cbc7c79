import { useInfiniteQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import { runsQuery } from "@/data/runs";
import type { Workspace } from "@/data/workspace";
import { ACTORS, RUN_STATES, RUN_TYPES, type RunsPlace } from "@/domain/place";
import { RunRow } from "@/features/runs/RunRow";
import { useWork } from "@/messages/work/useWork";
import { useMessages } from "@/messages/useMessages";
import { arrive } from "@/ui/arrive";
import { Button } from "@/ui/Button";
import { Choice } from "@/ui/Choice";
import { Notice } from "@/ui/Notice";
import { Working } from "@/ui/Working";

type Filter = Omit<RunsPlace, "run">;

interface Props {
  workspace: Workspace;
  filter: Filter;
  onFilter: (filter: Filter) => void;
  onOpen: (run: string) => void;
}

/** The runs as a table, newest first, and which of them are wanted. */
export function RunList({ workspace, filter, onFilter, onOpen }: Props) {
  const { runs } = useWork();
  const { state, type, actor } = filter;
  const choose = (name: keyof Filter) => (next: string) => {
    const kept = Object.entries({ ...filter, [name]: next }).filter(([, value]) => value);
    onFilter(Object.fromEntries(kept) as Filter);
  };
  const states = [{ value: "", label: runs.any }, ...RUN_STATES.map((value) => ({ value, label: runs.filters[value] }))];
  const types = [{ value: "", label: runs.any }, ...RUN_TYPES.map((value) => ({ value, label: runs.types[value] }))];
  const actors = [{ value: "", label: runs.any }, ...ACTORS.map((value) => ({ value, label: runs.by[value] }))];
  return (
    <div className="@container flex h-full flex-col overflow-y-auto">
      <div className="flex flex-wrap gap-x-5 gap-y-2 border-b border-line bg-surface px-4 py-2 md:px-6">
        <Choice label={runs.state} value={state ?? ""} options={states} onChoose={choose("state")} shown />
        <Choice label={runs.type} value={type ?? ""} options={types} onChoose={choose("type")} shown />
        <Choice label={runs.actor} value={actor ?? ""} options={actors} onChoose={choose("actor")} shown />
      </div>
      <Listed app={workspace.app.id} filter={filter} onAll={() => onFilter({})} onOpen={onOpen} />
    </div>
  );
}

function Listed({ app, filter, onAll, onOpen }: { app: string; filter: Props["filter"]; onAll: () => void; onOpen: Props["onOpen"] }) {
  const { common } = useMessages();
  const { runs } = useWork();
  const query = useInfiniteQuery(runsQuery(useApi(), app, filter));
  if (query.isPending) return <Working label={common.loading} />;
  if (query.isError && !query.data) {
    return <Notice tone="bad" title={runs.loadFailed} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />;
  }
  const found = query.data.pages.flatMap((page) => page.items);
  if (found.length === 0 && !query.hasNextPage) {
    const filtered = filter.state || filter.type || filter.actor;
    return filtered ? <Notice title={runs.noMatch} action={<Button onClick={onAll}>{runs.showAll}</Button>} /> : <Notice title={runs.none} text={runs.noneText} />;
  }
  const { columns } = runs;
  return (
    <div className="flex flex-col gap-4 p-4 md:p-6">
      <table ref={arrive} tabIndex={-1} aria-label={runs.title} className="w-full border-separate border-spacing-0 overflow-hidden rounded-md border border-line bg-surface text-left">
        <thead className="text-sm whitespace-nowrap text-muted @max-2xl:sr-only">
          <tr className="*:border-b *:border-line *:px-3 *:py-2 *:font-normal">
            <th scope="col">{columns.state}</th>
            <th scope="col">{columns.task}</th>
            <th scope="col">{columns.type}</th>
            <th scope="col">{columns.by}</th>
            <th scope="col">{columns.when}</th>
            <th scope="col" className="text-right">{columns.lasted}</th>
            <th scope="col" className="text-right">{columns.cost}</th>
          </tr>
        </thead>
        <tbody>
          {found.map((run) => (
            <RunRow key={run.id} run={run} onOpen={onOpen} />
          ))}
        </tbody>
      </table>
      {query.hasNextPage && (
        <Button className="self-center" aria-disabled={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
          {common.more}
        </Button>
      )}
    </div>
  );
}
