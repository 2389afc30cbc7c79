import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/data/api";
import { comparisonQuery, type NodeChange, type PlanTreeNode } from "@/data/planning";
import { CHANGES, type ChangeWhat } from "@/domain/planning";
import { nextStop } from "@/features/planning/changeKeys";
import { PlanChange } from "@/features/planning/PlanChange";
import type { PlanLeads } from "@/features/planning/planLeads";
import { useLookedAt } from "@/features/planning/useLookedAt";
import { usePlanningWords } from "@/messages/planning/usePlanningWords";
import { useReviewWords } from "@/messages/planning/review/useReviewWords";
import { useViewWords } from "@/messages/planning/views/useViewWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Choice } from "@/ui/Choice";
import { Notice } from "@/ui/Notice";
import { Working } from "@/ui/Working";

interface Props {
  app: string;
  blueprint: { id: string; version: number };
  tree: readonly PlanTreeNode[];
  isReading: boolean;
  onNode: (node: string) => void;
  leads: PlanLeads;
}

const FIRST = 50;

/** What a version says otherwise than the one before, each change reviewed like one of code. */
export function PlanChanges({ app, blueprint, tree, isReading, onNode, leads }: Props) {
  const { common } = useMessages();
  const { changes: words } = useReviewWords();
  const query = useQuery(comparisonQuery(useApi(), app, blueprint.id));
  if (query.isPending) return <Working label={common.loading} />;
  if (!query.data) return <Notice tone="bad" title={words.failed} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />;
  if (query.data.length === 0) return <Notice title={isReading ? words.reading : words.none} {...(isReading ? {} : { text: words.noneText })} />;
  return <Review app={app} blueprint={blueprint} changes={query.data} tree={tree} onNode={onNode} leads={leads} />;
}

function Review({ app, blueprint, changes, tree, onNode, leads }: Omit<Props, "isReading"> & { changes: readonly NodeChange[] }) {
  const { any } = usePlanningWords();
  const { changes: words } = useReviewWords();
  const { board } = useViewWords();
  const [only, setOnly] = useState<ChangeWhat | "">("");
  const [most, setMost] = useState(FIRST);
  const { seen, look } = useLookedAt(blueprint.id);
  const shown = changes.filter(({ what }) => only === "" || what === only);
  const options = CHANGES.map((value) => ({ value, count: changes.filter(({ what }) => what === value).length })).filter(({ count }) => count > 0);
  return (
    <div className="mx-auto flex w-full max-w-[880px] flex-col gap-4" onKeyDown={nextStop}>
      <p>{blueprint.version > 1 ? words.lead(blueprint.version - 1) : words.leadFirst}</p>
      <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-2">
        <Choice
          label={words.show}
          value={only}
          options={[{ value: "" as const, label: `${any} (${changes.length})` }, ...options.map(({ value, count }) => ({ value, label: `${words.whats[value]} (${count})` }))]}
          onChoose={setOnly}
          shown
        />
        <p role="status" className="text-sm text-muted">
          {words.seenOf(changes.filter(({ node_id: id }) => seen.has(id)).length, changes.length)}
        </p>
      </div>
      <p className="text-sm text-muted max-md:hidden">{words.keys}</p>
      <ul className="flex flex-col gap-4">
        {shown.slice(0, most).map((change) => (
          <PlanChange
            key={change.node_id}
            app={app}
            change={change}
            tree={tree}
            changes={changes}
            seen={{ is: seen.has(change.node_id), set: (is) => look(change.node_id, is) }}
            onNode={onNode}
            onTask={leads.toTask}
          />
        ))}
      </ul>
      {shown.length > most && (
        <Button className="self-center" onClick={() => setMost(most + FIRST)}>
          {board.more(shown.length - most)}
        </Button>
      )}
    </div>
  );
}
