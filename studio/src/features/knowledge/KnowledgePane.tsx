import type { Workspace } from "@/data/workspace";
import { KNOWLEDGE_PARTS, type KnowledgePart } from "@/domain/place";
import { MemoryPart } from "@/features/knowledge/MemoryPart";
import { NotesPart } from "@/features/knowledge/NotesPart";
import { useKnowledgeWords } from "@/messages/knowledge/useKnowledgeWords";
import { Tabs } from "@/ui/Tabs";

interface Props {
  workspace: Workspace;
  part: KnowledgePart;
  onPart: (part: KnowledgePart) => void;
}

/** What is kept about the project beside its files: for people, and for the agent. */
export function KnowledgePane({ workspace: { app }, part, onPart }: Props) {
  const words = useKnowledgeWords();
  const tabs = KNOWLEDGE_PARTS.map((value) => ({ value, label: words[value].title }));
  return (
    <div className="flex h-full flex-col">
      <Tabs name="knowledge" label={words.parts} tabs={tabs} value={part} onChoose={onPart} />
      {KNOWLEDGE_PARTS.map((one) => (
        <div key={one} role="tabpanel" id={`knowledge-panel-${one}`} aria-labelledby={`knowledge-tab-${one}`} hidden={one !== part} className="min-h-0 grow overflow-y-auto">
          {one === part && <div className="mx-auto flex max-w-[720px] flex-col gap-4 p-4 md:p-6">{one === "notes" ? <NotesPart app={app.id} /> : <MemoryPart app={app.id} />}</div>}
        </div>
      ))}
    </div>
  );
}
