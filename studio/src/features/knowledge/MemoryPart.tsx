import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Pin } from "lucide-react";
import { useApi } from "@/data/api";
import { type Memory, memoryItemQuery, memoryQuery, useMemory } from "@/data/knowledge";
import { MEMORY_MOST, tagsOf } from "@/domain/knowledge";
import { KeptCard } from "@/features/knowledge/KeptCard";
import { KeptForm } from "@/features/knowledge/KeptForm";
import { KeptOne } from "@/features/knowledge/KeptOne";
import { KeptShelf } from "@/features/knowledge/KeptShelf";
import { useKnowledgeWords } from "@/messages/knowledge/useKnowledgeWords";
import { useDraft } from "@/run/useDraft";
import { useFields } from "@/run/useFields";
import { TextField } from "@/ui/TextField";

interface Props {
  app: string;
  /** The one that was looked for. */
  kept: string | undefined;
  onAll: () => void;
}

/** What runs are to remember, one thing each. */
export function MemoryPart({ app, kept, onAll }: Props) {
  return kept ? <OneItem key={kept} app={app} kept={kept} onAll={onAll} /> : <AllItems app={app} />;
}

/** Where one that is not saved yet is written: a new one of the app, or another wording of one. */
const memoryDraft = (of: string) => `knowledge.memory.${of}`;

function AllItems({ app }: { app: string }) {
  const words = useKnowledgeWords();
  const query = useInfiniteQuery(memoryQuery(useApi(), app));
  const [begun] = useDraft(memoryDraft(app));
  return (
    <KeptShelf words={words.memory} query={query} begun={begun !== ""} form={(close) => <MemoryForm app={app} onClose={close} />}>
      {(item: Memory) => <MemoryCard key={item.id} app={app} item={item} />}
    </KeptShelf>
  );
}

function OneItem({ app, kept, onAll }: { app: string; kept: string; onAll: () => void }) {
  const { memory, one } = useKnowledgeWords();
  const query = useQuery(memoryItemQuery(useApi(), app, kept));
  return (
    <KeptOne words={memory} all={one.allMemory} query={query} onAll={onAll}>
      {(item) => <MemoryCard app={app} item={item} />}
    </KeptOne>
  );
}

function MemoryCard({ app, item }: { app: string; item: Memory }) {
  const { memory: words } = useKnowledgeWords();
  const { remove } = useMemory(app);
  const [begun] = useDraft(memoryDraft(item.id));
  return (
    <KeptCard kept={item} begun={begun !== ""} title="" remove={remove} form={(close) => <MemoryForm app={app} item={item} onClose={close} />}>
      <p className="[overflow-wrap:anywhere] whitespace-pre-line">{item.text}</p>
      {(item.pinned || item.tags.length > 0) && (
        <ul className="flex flex-wrap gap-2 text-xs">
          {item.pinned && (
            <li className="inline-flex items-center gap-1 rounded-full bg-accent-soft px-2 py-0.5 font-semibold text-accent">
              <Pin aria-hidden size={12} />
              {words.isPinned}
            </li>
          )}
          {item.tags.map((tag) => (
            <li key={tag} className="max-w-full truncate rounded-full bg-sunken px-2 py-0.5">
              {tag}
            </li>
          ))}
        </ul>
      )}
    </KeptCard>
  );
}

/** Something new to remember, or another wording of it. What is not saved yet stays in this browser. */
function MemoryForm({ app, item, onClose }: { app: string; item?: Memory; onClose: () => void }) {
  const { memory: words } = useKnowledgeWords();
  const { add, change } = useMemory(app);
  const stored = { text: item?.text ?? "", tags: item?.tags.join(", ") ?? "", pinned: item?.pinned ? "yes" : "" };
  const { fields, change: write, sent, drop } = useFields(memoryDraft(item?.id ?? app), stored);
  const { text } = fields;
  const [tags, pinned] = [tagsOf(fields.tags), fields.pinned === "yes"];
  const body = { text, tags, pinned };
  const done = { onSuccess: () => (sent(), onClose()) };
  const send = (over: boolean) => (item ? change.mutate({ id: item.id, ...body, ...(over ? {} : { version: item.version }) }, done) : add.mutate(body, done));
  return (
    <KeptForm label={words.add} text={text} most={MEMORY_MOST} tags={tags} save={item ? change : add} onSend={send} onClose={() => (drop(), onClose())}>
      {(faults) => (
        <>
          <TextField kind="lines" label={words.text} fault={faults.text} value={text} onChange={(next) => write({ text: next })} />
          <TextField label={words.tags} fault={faults.tags} value={fields.tags} onChange={(next) => write({ tags: next })} />
          <label className="flex min-h-8 items-center gap-2 max-md:min-h-11">
            <input type="checkbox" checked={pinned} onChange={(event) => write({ pinned: event.target.checked ? "yes" : "" })} className="size-4 accent-accent" />
            {words.pinned}
          </label>
        </>
      )}
    </KeptForm>
  );
}
