import type { RefusedFile } from "@/features/home/takeText";
import { useFileWords } from "@/messages/files/useFileWords";

/** Why a file is not taken. */
export function FileFaultLine({ name, fault }: RefusedFile) {
  return (
    <p role="alert" className="[overflow-wrap:anywhere] text-bad">
      {useFileWords().refused[fault](name)}
    </p>
  );
}
