import type { Need } from "@/domain/needs";
import { useNeedWords } from "@/messages/planning/needs/useNeedWords";
import { NeedsNote } from "@/ui/NeedsNote";

/** What a phase needs that a published app has not. */
export function PhaseNeeds({ needs, parts }: { needs: readonly Need[]; parts: readonly string[] }) {
  return <NeedsNote what={useNeedWords().phase} needs={needs} parts={parts} />;
}
