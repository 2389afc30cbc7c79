import { FileUp } from "lucide-react";
import { useRef, useState } from "react";
import { type Document, useDocuments } from "@/data/documents";
import { detailOf, findingsOf } from "@/data/problem";
import { textFault, wordsOf } from "@/domain/planning";
import { useDocumentWords } from "@/messages/documents/useDocumentWords";
import { gone, useDraft } from "@/run/useDraft";
import { arrive } from "@/ui/arrive";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { TextField } from "@/ui/TextField";

interface Props {
  app: string;
  /** The text that this is a newer one of. */
  before: Document | null;
  onDone: (document: string) => void;
  onClose: () => void;
}

/** A text that is to be kept: typed, pasted, or a file. What is typed stays in this browser until it is kept. */
export function AddDoc({ app, before, onDone, onClose }: Props) {
  const words = useDocumentWords();
  const { add } = useDocuments(app);
  const [title, setTitle] = useState(before?.title ?? "");
  const [typed, type] = useDraft(`document.${app}`);
  const [file, setFile] = useState<{ name: string; text: string } | null>(null);
  const [tried, setTried] = useState<"sent" | "notText" | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const text = file?.text ?? typed;
  const fault = textFault(text);
  const faults = { empty: words.textMissing, long: words.tooLong };
  const heading = before ? words.versionTitle(before.title) : words.addTitle;
  const take = async (chosen: File | undefined) => {
    if (!chosen) return;
    const found = wordsOf(await chosen.arrayBuffer());
    setTried(found === null ? "notText" : null);
    if (found === null) return;
    setFile({ name: chosen.name, text: found });
    if (!title.trim()) setTitle(chosen.name.replace(/\.\w+$/, ""));
  };
  const keep = ({ id }: { id: string }) => {
    type(gone(typed));
    onDone(id);
  };
  const send = () => {
    setTried("sent");
    if (!title.trim() || fault) requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
    else if (!add.isPending) add.mutate({ title: title.trim(), text, replaces: before?.id ?? null }, { onSuccess: keep });
  };
  return (
    <div className="h-full overflow-y-auto">
      <form
        ref={form}
        noValidate
        aria-label={heading}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
        className="mx-auto flex max-w-[720px] flex-col gap-4 p-4 md:p-6"
      >
        <h2 ref={arrive} tabIndex={-1} className="text-lg [overflow-wrap:anywhere]">
          {heading}
        </h2>
        {before && <p className="text-muted">{words.versionText}</p>}
        <TextField label={words.name} fault={tried === "sent" && !title.trim() ? words.nameMissing : null} value={title} onChange={setTitle} />
        {file ? (
          <p className="flex flex-wrap items-center gap-3 rounded-md bg-sunken p-3">
            <span className="min-w-0 grow truncate">{file.name}</span>
            <Button look="quiet" onClick={() => setFile(null)}>
              {words.otherText}
            </Button>
          </p>
        ) : (
          <TextField kind="lines" label={words.text} hint={words.textHint} fault={tried === "sent" && fault ? faults[fault] : null} value={typed} onChange={type} />
        )}
        {file && fault && <Fault title={faults[fault]} />}
        {tried === "notText" && <Fault title={words.notText} />}
        <input
          ref={picker}
          type="file"
          hidden
          accept=".md,.markdown,.txt,text/plain,text/markdown"
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
        {add.isError && <Fault title={words.saveFailed} detail={detailOf(add.error)} findings={findingsOf(add.error)} />}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="main" pill aria-disabled={add.isPending}>
            {add.isPending ? words.saving : words.save}
          </Button>
          <Button icon={<FileUp aria-hidden size={16} strokeWidth={1.75} />} onClick={() => picker.current?.click()}>
            {words.file}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {words.cancel}
          </Button>
        </div>
      </form>
    </div>
  );
}
