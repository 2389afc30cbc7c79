import { ArrowDownToLine } from "lucide-react";
import type { App } from "@/data/apps";
import { type Side, useGitOut } from "@/data/git";
import { codeOf } from "@/data/problem";
import { GitFault } from "@/features/delivery/GitFault";
import { useGitWords } from "@/messages/git/useGitWords";
import { Button } from "@/ui/Button";

interface Props {
  app: App;
  onDiff: (diff: string) => void;
}

/** What others did in the repository, as a proposal. Where both changed the same places, one says whose files to take. */
export function PullBack({ app, onDiff }: Props) {
  const { pull: words } = useGitWords();
  const { pull } = useGitOut(app.id);
  const clash = codeOf(pull.error) === "MERGE_CONFLICT";
  const begin = (take: Side | null) =>
    pull.isPending || pull.mutate(take, { onSuccess: ({ diff_id: diff }) => diff && onDiff(diff) });
  const sides = (
    <div className="flex flex-wrap gap-2">
      <Button onClick={() => begin("app")}>{words.takeApp}</Button>
      <Button onClick={() => begin("repository")}>{words.takeTheirs}</Button>
    </div>
  );
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-sm">{words.text}</p>
      <Button icon={<ArrowDownToLine aria-hidden size={16} strokeWidth={1.75} />} aria-disabled={pull.isPending} onClick={() => begin(null)}>
        {pull.isPending ? words.pulling : words.pull}
      </Button>
      <p role="status" className="text-sm text-ok empty:hidden">
        {pull.isSuccess && (pull.data.diff_id ? words.proposed : words.nothing)}
      </p>
      {pull.isError && <GitFault title={words.failed} error={pull.error} action={clash && sides} />}
    </div>
  );
}
