import { detailOf, findingsOf } from "@/data/problem";
import { useReading, useReadingEstimate } from "@/data/reading";
import type { Blueprint } from "@/data/planning";
import { titleOf } from "@/domain/titles";
import { useBringWords } from "@/messages/planning/bring/useBringWords";
import { planDraft } from "@/run/begun";
import { useBroughtText } from "@/run/useBroughtText";
import { CapLine } from "@/ui/CapLine";
import { Fault } from "@/ui/Fault";
import { TextForm } from "@/ui/TextForm";
import { useCap } from "@/ui/useCap";

interface Props {
  app: string;
  /** The blueprint that the text is a newer version of. */
  base: Blueprint | null;
  onDone: (blueprint: string) => void;
  onClose: () => void;
}

/** A text that says what is to be built: typed, pasted, or a file. What is typed stays in this browser until it is taken. */
export function BringText({ app, base, onDone, onClose }: Props) {
  const words = useBringWords();
  const { bring } = useReading(app);
  const { brought, sent, taken, drop } = useBroughtText(planDraft(app), base?.title, titleOf);
  const estimate = useReadingEstimate(new Blob([brought.file?.text ?? brought.typed]).size, app);
  const cap = useCap(estimate);
  const go = () => {
    const said = sent();
    const { most } = cap;
    if (!said || most === null) return false;
    if (!bring.isPending) bring.mutateAsync({ ...said, base, most }, { onSuccess: onDone }).then(taken, () => undefined);
    return true;
  };
  return (
    <TextForm heading={words.bringTitle} words={words} brought={brought} send={{ label: bring.isPending ? words.beginning : words.begin, busy: bring.isPending, go }} onClose={() => (drop(), onClose())}>
      <CapLine estimate={estimate} cap={cap} />
      {bring.isError && <Fault title={words.bringFailed} detail={detailOf(bring.error)} findings={findingsOf(bring.error)} />}
    </TextForm>
  );
}
