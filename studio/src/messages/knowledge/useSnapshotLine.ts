import { type SnapshotPart, snapshotLine } from "@/domain/snapshot";
import { staleWhy } from "@/domain/stale";
import { useKnowledgeWords } from "@/messages/knowledge/useKnowledgeWords";

/** Says a line of a snapshot in the person's language; what people wrote stands as it is. */
export function useSnapshotLine(): (part: SnapshotPart | null, line: string) => string {
  const { lines: words } = useKnowledgeWords().snapshot;
  return (part, line) => {
    const found = snapshotLine(part, line);
    switch (found.kind) {
      case "said":
        return found.words;
      case "draft":
      case "page":
        return words[found.kind];
      case "phase":
        return words.phase(found.about, words.states[found.state], found.active);
      case "stale": {
        const why = staleWhy(found.why);
        return words.stale(found.about, "version" in why ? why.version : null);
      }
      default:
        return words[found.kind](found.about);
    }
  };
}
