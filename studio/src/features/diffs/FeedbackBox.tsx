import type { Diff } from "@/data/diffs";
import { detailOf } from "@/data/problem";
import { useSay } from "@/data/workspace";
import { useChangeWords } from "@/messages/changes/useChangeWords";
import { useMessages } from "@/messages/useMessages";
import { useDraft } from "@/run/useDraft";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { intoForm } from "@/ui/firstField";
import { WordsField } from "@/ui/WordsField";

interface Props {
  diff: Diff;
  onSetAside: (feedback: string) => void;
  onLeave: () => void;
}

/** What should be different: for the agent, which goes on with the proposal, or as the reason why it is set aside. */
export function FeedbackBox({ diff, onSetAside, onLeave }: Props) {
  const changes = useChangeWords();
  const { common } = useMessages();
  const [words, setWords] = useDraft(`feedback.${diff.id}`);
  const say = useSay(diff.app_id, { conversation_id: diff.conversation_id });
  const ask = () => {
    if (words.trim() && !say.isPending) say.mutate(words.trim(), { onSuccess: () => [setWords(""), onLeave()] });
  };
  return (
    <>
      {say.isError && <Fault title={changes.askFailed} detail={detailOf(say.error)} />}
      <div ref={intoForm}>
        <WordsField label={changes.feedback} value={words} onChange={setWords} />
      </div>
      <div className="flex flex-wrap gap-2">
        <Button look="main" pill aria-disabled={!words.trim() || say.isPending} onClick={ask}>
          {changes.ask}
        </Button>
        <Button aria-disabled={!words.trim()} onClick={() => words.trim() && onSetAside(words.trim())}>
          {changes.rejectWith}
        </Button>
        <Button look="quiet" onClick={onLeave}>
          {common.cancel}
        </Button>
      </div>
    </>
  );
}
