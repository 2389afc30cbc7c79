import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import { type BlueprintTree, proposalQuery } from "@/data/planning";
import { AskForm } from "@/features/planning/AskForm";
import { Proposal } from "@/features/planning/Proposal";
import { useReviewWords } from "@/messages/planning/review/useReviewWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { Working } from "@/ui/Working";

interface Props {
  app: string;
  read: BlueprintTree;
  onBlueprint: (blueprint: string) => void;
}

/** A change of the plan in a person's words: asked for, proposed, decided. */
export function PlanAsk({ app, read, onBlueprint }: Props) {
  const { ask: words } = useReviewWords();
  const { blueprint, change_job: job } = read;
  const isOpen = job?.status === "pending" || job?.status === "running";
  return (
    <div className="mx-auto flex w-full max-w-[760px] flex-col gap-6">
      <p>{words.lead}</p>
      {blueprint.status !== "archived" && !isOpen && <AskForm app={app} blueprint={blueprint.id} />}
      {job && <Newest app={app} blueprint={blueprint.id} onBlueprint={onBlueprint} />}
    </div>
  );
}

function Newest({ app, blueprint, onBlueprint }: { app: string; blueprint: string; onBlueprint: (blueprint: string) => void }) {
  const { common } = useMessages();
  const { ask: words } = useReviewWords();
  const query = useQuery(proposalQuery(useApi(), app, blueprint));
  if (query.isPending) return <Working label={common.loading} />;
  if (!query.data) return <Fault title={words.loadFailed} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />;
  return <Proposal key={query.data.round} app={app} proposal={query.data} onBlueprint={onBlueprint} />;
}
