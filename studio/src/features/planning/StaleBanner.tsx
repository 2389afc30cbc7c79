import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import { codeOf, detailOf } from "@/data/problem";
import { comparisonQuery, usePlanning } from "@/data/planning";
import { useStaleWords } from "@/features/planning/useStaleWords";
import { TwoTexts } from "@/features/planning/TwoTexts";
import { useReviewWords } from "@/messages/planning/review/useReviewWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { Working } from "@/ui/Working";

interface Props {
  app: string;
  blueprint: string;
  node: string;
  /** The API's own sentence for it. */
  why: string;
  /** What is no longer marked when a person says that it still holds. */
  marked: { node: string | null; tasks: readonly string[] };
}

/** Says that the text has changed under a part of the plan or a task, with both texts, and takes the word that it still holds. */
export function StaleBanner({ app, blueprint, node, why, marked }: Props) {
  const { stale: words } = useReviewWords();
  const say = useStaleWords();
  const { hold } = usePlanning(app);
  return (
    <section aria-label={words.title} className="flex flex-col items-start gap-3 rounded-md bg-warn-soft p-3">
      <p className="text-sm text-warn">
        <span className="font-semibold">{words.title}.</span> {say(why)}
      </p>
      <Texts app={app} blueprint={blueprint} node={node} />
      <Button aria-disabled={hold.isPending} title={words.holdsText} onClick={() => hold.isPending || hold.mutate(marked)}>
        {words.holds}
      </Button>
      {hold.isError && <Fault title={words.failed} detail={detailOf(hold.error)} />}
    </section>
  );
}

/** Both texts; nothing where there is no version before, or it says nothing of this part. */
function Texts({ app, blueprint, node }: Pick<Props, "app" | "blueprint" | "node">) {
  const { common } = useMessages();
  const { stale: words } = useReviewWords();
  const query = useQuery({ ...comparisonQuery(useApi(), app, blueprint), retry: (count, error) => count < 2 && codeOf(error) !== "VALIDATION_FAILED" });
  if (query.isPending) return <Working label={common.loading} />;
  if (!query.data) {
    if (codeOf(query.error) === "VALIDATION_FAILED") return null;
    return <Fault title={words.textsFailed} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />;
  }
  const change = query.data.find(({ node_id: id }) => id === node);
  if (!change) return null;
  return (
    <div role="group" aria-label={`${words.before}, ${words.after}`} className="w-full overflow-hidden rounded-md border border-line bg-surface text-ink">
      <TwoTexts before={change.text_before} after={change.text_after} />
      {change.what === "gone" && <p className="border-t border-line p-2 text-sm text-muted">{words.gone}</p>}
    </div>
  );
}
