import { FileUp } from "lucide-react";
import { useRef, useState } from "react";
import { detailOf, findingsOf } from "@/data/problem";
import { useReading } from "@/data/reading";
import type { Blueprint } from "@/data/planning";
import { nameFrom } from "@/domain/names";
import { CAP_FIRST, capOf, textFault, wordsOf } from "@/domain/planning";
import { usePlanningWords } from "@/messages/planning/usePlanningWords";
import { useViewWords } from "@/messages/planning/views/useViewWords";
import { gone, useDraft } from "@/run/useDraft";
import { arrive } from "@/ui/arrive";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { TextField } from "@/ui/TextField";

interface Props {
  app: string;
  /** The blueprint that the text is a newer version of. */
  base: Blueprint | null;
  onDone: (blueprint: string) => void;
  onClose: () => void;
}

/** A text that says what is to be built: typed, pasted, or a file. What is typed stays in this browser until it is taken. */
export function BringText({ app, base, onDone, onClose }: Props) {
  const { plan: words } = usePlanningWords();
  const { job } = useViewWords();
  const { bring, read } = useReading(app);
  const [typed, type] = useDraft(`blueprint.${app}`);
  const [title, setTitle] = useState(base?.title ?? (typed ? nameFrom(typed) : ""));
  const [cap, setCap] = useState(CAP_FIRST);
  const [file, setFile] = useState<{ name: string; text: string } | null>(null);
  const [tried, setTried] = useState<"sent" | "notText" | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const text = file?.text ?? typed;
  const fault = textFault(text);
  const faults = { empty: words.textMissing, long: words.tooLong };
  const most = capOf(cap);
  const wrong = title.trim() === "" || fault !== null;
  const take = async (chosen: File | undefined) => {
    const found = chosen ? wordsOf(await chosen.arrayBuffer()) : null;
    setTried(found === null ? "notText" : null);
    if (!chosen || found === null) return;
    setFile({ name: chosen.name, text: found });
    if (!title.trim()) setTitle(chosen.name.replace(/\.\w+$/, ""));
  };
  const send = () => {
    setTried("sent");
    if (wrong || most === null) requestAnimationFrame(() => form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
    else if (!bring.isPending)
      bring.mutate(
        { title: title.trim(), text, base },
        {
          onSuccess: (blueprint) => {
            type(gone(typed));
            read.mutate({ blueprint, again: false, most });
            onDone(blueprint);
          },
        },
      );
  };
  return (
    <div className="h-full overflow-y-auto">
      <form
        ref={form}
        noValidate
        aria-label={words.bringTitle}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
        className="mx-auto flex max-w-[720px] flex-col gap-4 p-4 md:p-6"
      >
        <h2 ref={arrive} tabIndex={-1} className="text-lg">
          {words.bringTitle}
        </h2>
        <TextField label={words.name} fault={tried === "sent" && !title.trim() ? words.nameMissing : null} value={title} onChange={setTitle} />
        {file ? (
          <p className="flex flex-wrap items-center gap-3 rounded-md bg-sunken p-3">
            <span className="min-w-0 grow truncate">{file.name}</span>
            <Button look="quiet" onClick={() => setFile(null)}>
              {words.cancel}
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
        <TextField kind="number" label={job.readCap} value={cap} onChange={setCap} fault={tried === "sent" && most === null ? job.capWrong : null} />
        {bring.isError && <Fault title={words.bringFailed} detail={detailOf(bring.error)} findings={findingsOf(bring.error)} />}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="main" pill aria-disabled={bring.isPending}>
            {bring.isPending ? words.beginning : words.begin}
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
