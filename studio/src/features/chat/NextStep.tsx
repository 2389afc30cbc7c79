import { detailOf, findingsOf } from "@/data/problem";
import { useGoOn } from "@/data/turns";
import type { Turn } from "@/data/workspace";
import type { Next } from "@/domain/ending";
import { CapForm } from "@/features/chat/CapForm";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";

/** The one thing to do after a turn that ended early. What it had done is where the next one begins, unless it starts over. */
export function NextStep({ ended, next }: { ended: Turn; next: Exclude<Next, null> }) {
  const { turn } = useMessages();
  const { resume, begin } = useGoOn(ended.app_id);
  const { run_id: run, conversation_id, diff_id: diff } = ended;
  const busy = resume.isPending || begin.isPending;
  const error = resume.error ?? begin.error;
  if (resume.isSuccess || begin.isSuccess) return <p role="status">{turn.begun}</p>;
  const goOn = (dollars: number | null) =>
    begin.mutate({ message: turn.goOnText, conversation_id, ...(diff ? { start_from: "work" as const } : {}), ...(dollars ? { budget: { dollars } } : {}) });
  const startOver = () => begin.mutate({ message: ended.prompt, conversation_id, start_from: "draft" });
  const act = { goOn: () => resume.mutate(run), tryAgain: () => resume.mutate(run), startOver } as const;
  return (
    <>
      {next === "raiseCap" ? (
        <CapForm app={ended.app_id} run={run} busy={busy} onGoOn={goOn} />
      ) : (
        <Button look="main" className="self-start" aria-disabled={busy} onClick={() => busy || act[next]()}>
          {turn[next]}
        </Button>
      )}
      {error && <Fault title={turn.goOnFailed} detail={detailOf(error)} findings={findingsOf(error)} />}
    </>
  );
}
