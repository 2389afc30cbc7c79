import { useEffect, useState } from "react";
import { readSteps, type Step, withSteps } from "@/domain/recorded";
import { CheckDialog } from "@/features/preview/check/CheckDialog";
import { stepWords } from "@/features/preview/check/stepWords";
import type { FrameBridge } from "@/features/preview/FrameBridge";
import { Strip, StripButton } from "@/features/preview/Strip";
import { useCheckWords } from "@/messages/check/useCheckWords";

interface Props {
  app: string;
  bridge: FrameBridge;
  onClose: () => void;
}

interface Recorded {
  path: string;
  steps: readonly Step[];
}

/** Writes down what is done in the page, and then asks what must be seen. A newer page begins it anew. */
export function CheckRecorder({ app, bridge, onClose }: Props) {
  const words = useCheckWords();
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const [path] = useState(() => bridge.current().place?.path ?? "/");
  const [recorded, setRecorded] = useState<Recorded | null>(null);
  useEffect(() => {
    setSteps([]);
    bridge.record((said) => {
      const read = readSteps(said);
      if (read) setSteps((before) => withSteps(before, read));
    });
    return () => bridge.record(null);
  }, [bridge]);
  if (recorded) return <CheckDialog app={app} {...recorded} onClose={onClose} />;
  const last = steps.at(-1);
  const done = steps.length > 0 ? () => setRecorded({ path, steps }) : onClose;
  return (
    <Strip action={<StripButton onDo={done}>{steps.length > 0 ? words.done : words.stop}</StripButton>}>
      {words.recording(steps.length)} {last && <strong className="break-words">{stepWords(last, words)}</strong>}
    </Strip>
  );
}
