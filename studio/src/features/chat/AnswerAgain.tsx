import { detailOf, findingsOf } from "@/data/problem";
import { useAnswerAgain } from "@/data/turns";
import type { Turn } from "@/data/workspace";
import { useAgainWords } from "@/messages/again/useAgainWords";
import { addWords } from "@/run/useDraft";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { toHome } from "@/ui/focusHome";
import { SureButton } from "@/ui/SureButton";

/** For a person whom the newest answer does not please: another one to the same words, or the words again, to be changed. */
export function AnswerAgain({ turn }: { turn: Turn }) {
  const words = useAgainWords();
  const again = useAnswerAgain(turn.app_id);
  const reword = () => {
    addWords(`${turn.app_id}.${turn.conversation_id}`, turn.prompt);
    requestAnimationFrame(toHome);
  };
  if (again.isSuccess) return <p role="status">{words.begun}</p>;
  return (
    <div className="-ml-4 flex flex-wrap items-center">
      <SureButton look="quiet" label={words.again} question={words.againText} busy={again.isPending} onSure={() => again.mutate(turn)} />
      <Button look="quiet" onClick={reword}>
        {words.reword}
      </Button>
      {again.isError && <Fault title={words.failed} detail={detailOf(again.error)} findings={findingsOf(again.error)} />}
    </div>
  );
}
