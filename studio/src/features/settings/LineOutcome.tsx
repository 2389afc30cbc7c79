import { type LineChange, useAskToFinish, useChangeLine } from "@/data/appLine";
import { detailOf, placed } from "@/data/problem";
import { useLineWords } from "@/messages/lines/useLineWords";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";

interface Props {
  app: string;
  change: LineChange;
  base: string;
  onLeave: () => void;
}

/** What came of a change of packages: kept, or what is wrong with the agent to finish it. Nothing of it is in the draft before that is asked for. */
export function LineOutcome({ app, change, base, onLeave }: Props) {
  const words = useLineWords();
  const take = useChangeLine(app);
  const finish = useAskToFinish(app);
  const wrong = change.diagnostics.filter(({ severity }) => severity === "error");
  const noted = change.diagnostics.filter(({ severity }) => severity !== "error");
  const ask = change.next_steps.find(({ kind }) => kind === "ask")?.message;
  const busy = take.isPending || finish.isPending;
  const onAsk = async () => {
    if (busy || !ask) return;
    if (!take.data) await take.mutateAsync({ line: change.line, base_revision_id: base, unfinished: true });
    await finish.mutateAsync(ask);
  };
  if (finish.isSuccess) return <p role="status">{words.asked}</p>;
  if (change.status === "kept") {
    return (
      <div className="rounded-md bg-ok-soft p-3 text-sm text-ok">
        <p className="font-semibold">{words.kept}</p>
        <p>{words.keptText}</p>
        <Noted name={words.noted} of={noted} />
      </div>
    );
  }
  return (
    <div ref={bring} className="flex flex-col gap-3">
      <Fault title={words.red(wrong.length)} findings={wrong.map(placed)} />
      <Noted name={words.noted} of={noted} />
      {ask && <p className="text-sm text-muted">{words.askText}</p>}
      {(take.error ?? finish.error) && <Fault title={words.notAsked} detail={detailOf(take.error ?? finish.error)} />}
      <div className="flex flex-wrap gap-2">
        {ask && (
          <Button look="main" aria-disabled={busy} onClick={() => void onAsk().catch(() => undefined)}>
            {busy ? words.asking : words.ask}
          </Button>
        )}
        <Button aria-disabled={busy} onClick={() => busy || onLeave()}>
          {words.leave}
        </Button>
      </div>
    </div>
  );
}

/** What came of it is seen without looking for it. */
const bring = (box: HTMLElement | null) => box?.scrollIntoView({ block: "center" });

function Noted({ name, of }: { name: string; of: LineChange["diagnostics"] }) {
  if (of.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="min-h-8 w-fit cursor-pointer max-md:py-3">{name}</summary>
      <ul className="flex flex-col gap-1 font-mono text-xs [overflow-wrap:anywhere]">
        {of.map((one, at) => (
          <li key={at}>{placed(one)}</li>
        ))}
      </ul>
    </details>
  );
}
