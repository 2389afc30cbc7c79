import { staleWhy } from "@/domain/stale";
import { useReviewWords } from "@/messages/planning/review/useReviewWords";

/** Says in the person's language why something of a plan is marked; a sentence that is not known as it stands. */
export function useStaleWords(): (said: string) => string {
  const { stale: words } = useReviewWords();
  return (said) => {
    const why = staleWhy(said);
    switch (why.kind) {
      case "changed":
      case "gone":
        return words.why[why.kind](why.version);
      case "unsaid":
        return words.why.unsaid;
      case "said":
        return why.words;
    }
  };
}
