import { useState } from "react";
import { detailOf, findingsOf } from "@/data/problem";
import { useReading, useReadingCost } from "@/data/reading";
import type { Blueprint } from "@/data/planning";
import { dollars } from "@/domain/amounts";
import { CAP_FIRST, capOf } from "@/domain/planning";
import { titleOf } from "@/domain/titles";
import { usePlanningWords } from "@/messages/planning/usePlanningWords";
import { useViewWords } from "@/messages/planning/views/useViewWords";
import { useMessages } from "@/messages/useMessages";
import { useBroughtText } from "@/run/useBroughtText";
import { Fault } from "@/ui/Fault";
import { TextField } from "@/ui/TextField";
import { TextForm } from "@/ui/TextForm";

interface Props {
  app: string;
  /** The blueprint that the text is a newer version of. */
  base: Blueprint | null;
  onDone: (blueprint: string) => void;
  onClose: () => void;
}

/** A text that says what is to be built: typed, pasted, or a file. What is typed stays in this browser until it is taken. */
export function BringText({ app, base, onDone, onClose }: Props) {
  const { plan: words } = usePlanningWords();
  const { locale } = useMessages();
  const { job } = useViewWords();
  const { bring } = useReading(app);
  const { brought, sent, isTried, taken } = useBroughtText(`blueprint.${app}`, base?.title, titleOf);
  const [cap, setCap] = useState(CAP_FIRST);
  const most = capOf(cap);
  const cost = useReadingCost(brought.file?.text ?? brought.typed);
  const go = () => {
    const said = sent();
    if (!said || most === null) return false;
    if (!bring.isPending) bring.mutateAsync({ ...said, base, most }, { onSuccess: onDone }).then(taken, () => undefined);
    return true;
  };
  return (
    <TextForm heading={words.bringTitle} words={words} brought={brought} send={{ label: bring.isPending ? words.beginning : words.begin, busy: bring.isPending, go }} onClose={onClose}>
      <TextField kind="number" label={job.readCap} hint={cost === null ? undefined : job.readCost(dollars(cost, locale))} value={cap} onChange={setCap} fault={isTried && most === null ? job.capWrong : null} />
      {bring.isError && <Fault title={words.bringFailed} detail={detailOf(bring.error)} findings={findingsOf(bring.error)} />}
    </TextForm>
  );
}
