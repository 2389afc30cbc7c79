import { isUnknown, type SnapshotPart, sectionsOfSnapshot } from "@/domain/snapshot";
import { DashSection } from "@/features/autopilot/DashSection";
import { useAutopilotWords } from "@/messages/autopilot/useAutopilotWords";
import { useKnowledgeWords } from "@/messages/knowledge/useKnowledgeWords";
import { useSnapshotLine } from "@/messages/knowledge/useSnapshotLine";

/** What nothing else of the overview says. */
const SHOWN: readonly (SnapshotPart | null)[] = ["goals", "progress", "risks", null];

/** The project in short: what it is for, what was done lately, what may go wrong. What is not known is left out. */
export function DashShort({ snapshot }: { snapshot: string }) {
  const { overview: words } = useAutopilotWords();
  const { snapshot: names } = useKnowledgeWords();
  const say = useSnapshotLine();
  const sections = sectionsOfSnapshot(snapshot)
    .map((section) => ({ ...section, lines: section.lines.filter((line) => !isUnknown(line)) }))
    .filter(({ part, lines }) => SHOWN.includes(part) && lines.length > 0);
  if (sections.length === 0) return null;
  return (
    <DashSection title={words.snapshot}>
      {sections.map(({ part, title, lines }) => (
        <section key={title} className="flex flex-col gap-1">
          <h4 className="font-sans text-sm text-muted">{part ? names.sections[part] : title}</h4>
          <ul className="list-disc pl-5 [overflow-wrap:anywhere]">
            {lines.map((line, at) => (
              <li key={at}>{say(part, line)}</li>
            ))}
          </ul>
        </section>
      ))}
    </DashSection>
  );
}
