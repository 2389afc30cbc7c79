import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import { type Note, noteQuery, notesQuery, useNotes } from "@/data/knowledge";
import { NOTE_MOST } from "@/domain/knowledge";
import { KeptCard } from "@/features/knowledge/KeptCard";
import { KeptForm } from "@/features/knowledge/KeptForm";
import { KeptOne } from "@/features/knowledge/KeptOne";
import { KeptShelf } from "@/features/knowledge/KeptShelf";
import { SnapshotCard } from "@/features/knowledge/SnapshotCard";
import { useKnowledgeWords } from "@/messages/knowledge/useKnowledgeWords";
import { useDraft } from "@/run/useDraft";
import { useFields } from "@/run/useFields";
import { Prose } from "@/ui/Prose";
import { TextField } from "@/ui/TextField";

interface Props {
  app: string;
  /** The one that was looked for. */
  kept: string | undefined;
  onAll: () => void;
}

/** How the project stands, and the notes of people: written, changed, deleted. */
export function NotesPart({ app, kept, onAll }: Props) {
  return kept ? (
    <OneNote key={kept} app={app} kept={kept} onAll={onAll} />
  ) : (
    <>
      <SnapshotCard app={app} />
      <AllNotes app={app} />
    </>
  );
}

/** Where one that is not saved yet is written: a new one of the app, or another wording of one. */
const noteDraft = (of: string) => `knowledge.note.${of}`;

function AllNotes({ app }: { app: string }) {
  const words = useKnowledgeWords();
  const query = useInfiniteQuery(notesQuery(useApi(), app));
  const [begun] = useDraft(noteDraft(app));
  return (
    <KeptShelf words={words.notes} query={query} begun={begun !== ""} form={(close) => <NoteForm app={app} onClose={close} />}>
      {(note: Note) => <NoteCard key={note.id} app={app} note={note} />}
    </KeptShelf>
  );
}

function OneNote({ app, kept, onAll }: { app: string; kept: string; onAll: () => void }) {
  const { notes, one } = useKnowledgeWords();
  const query = useQuery(noteQuery(useApi(), app, kept));
  return (
    <KeptOne words={notes} all={one.allNotes} query={query} onAll={onAll}>
      {(note) => <NoteCard app={app} note={note} />}
    </KeptOne>
  );
}

function NoteCard({ app, note }: { app: string; note: Note }) {
  const { remove } = useNotes(app);
  const [begun] = useDraft(noteDraft(note.id));
  return (
    <KeptCard kept={note} begun={begun !== ""} title={note.title} remove={remove} form={(close) => <NoteForm app={app} note={note} onClose={close} />}>
      <Prose text={note.text} />
    </KeptCard>
  );
}

/** A new note, or another wording of one. What is not saved yet stays in this browser. */
function NoteForm({ app, note, onClose }: { app: string; note?: Note; onClose: () => void }) {
  const { notes: words } = useKnowledgeWords();
  const { add, change } = useNotes(app);
  const { fields, change: write, sent, drop } = useFields(noteDraft(note?.id ?? app), { title: note?.title ?? "", text: note?.text ?? "" });
  const { title, text } = fields;
  const save = note ? change : add;
  const done = { onSuccess: () => (sent(), onClose()) };
  const send = (over: boolean) => (note ? change.mutate({ id: note.id, title, text, ...(over ? {} : { version: note.version }) }, done) : add.mutate({ title, text }, done));
  return (
    <KeptForm label={words.add} text={text} most={NOTE_MOST} save={save} onSend={send} onClose={() => (drop(), onClose())}>
      {(faults) => (
        <>
          <TextField label={words.name} value={title} onChange={(next) => write({ title: next })} />
          <TextField kind="lines" label={words.text} fault={faults.text} value={text} onChange={(next) => write({ text: next })} />
        </>
      )}
    </KeptForm>
  );
}
