import type { Workspace } from "@/data/workspace";
import { KNOWLEDGE_PARTS, type KnowledgePlace } from "@/domain/place";
import { MemoryPart } from "@/features/knowledge/MemoryPart";
import { NotesPart } from "@/features/knowledge/NotesPart";
import { useKnowledgeWords } from "@/messages/knowledge/useKnowledgeWords";
import { Tabs } from "@/ui/Tabs";

interface Props {
  workspace: Workspace;
  place: KnowledgePlace;
  onPlace: (place: KnowledgePlace) => void;
}

/** What is kept about the project beside its files: for people, and for the agent. */
export function KnowledgePane({ workspace: { app }, place: { part = "notes", kept }, onPlace }: Props) {
  const words = useKnowledgeWords();
  const shown = { app: app.id, kept, onAll: () => onPlace({ part }) };
  const tabs = KNOWLEDGE_PARTS.map((value) => ({ value, label: words[value].title }));
  return (
    <div className="flex h-full flex-col">
      <Tabs name="knowledge" label={words.parts} tabs={tabs} value={part} onChoose={(next) => onPlace({ part: next })} />
      {KNOWLEDGE_PARTS.map((one) => (
        <div key={one} role="tabpanel" id={`knowledge-panel-${one}`} aria-labelledby={`knowledge-tab-${one}`} hidden={one !== part} className="min-h-0 grow overflow-y-auto">
          {one === part && <div className="mx-auto flex max-w-[720px] flex-col gap-4 p-4 md:p-6">{one === "notes" ? <NotesPart {...shown} /> : <MemoryPart {...shown} />}</div>}
        </div>
      ))}
    </div>
  );
}
