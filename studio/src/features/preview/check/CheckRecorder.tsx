import { useEffect, useState } from "react";
import type { Step } from "@/domain/bridge";
import { CheckDialog } from "@/features/preview/check/CheckDialog";
import { stepWords } from "@/features/preview/check/stepWords";
import type { FrameBridge } from "@/features/preview/FrameBridge";
import { Strip, StripButton } from "@/features/preview/Strip";
import { usePage } from "@/features/preview/usePage";
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
  const steps = usePage(bridge).steps ?? [];
  const [path] = useState(() => bridge.current().place?.path ?? "/");
  const [recorded, setRecorded] = useState<Recorded | null>(null);
  useEffect(() => {
    bridge.record(true);
    return () => bridge.record(false);
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
