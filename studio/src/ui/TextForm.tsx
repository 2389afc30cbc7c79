import { FileUp } from "lucide-react";
import { type ReactNode, useRef } from "react";
import type { TextFault } from "@/domain/planning";
import type { FileFault } from "@/domain/textFile";
import { useFileWords } from "@/messages/files/useFileWords";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { arriveInForm } from "@/ui/firstField";
import { TextField } from "@/ui/TextField";
import { useFaultFocus } from "@/ui/useFaultFocus";

/** A text with its name as it is written down: typed, or the words of a file. `tried`: what is wrong is said from then on. */
export interface BroughtText {
  title: string;
  typed: string;
  file: { name: string; text: string } | null;
  fault: TextFault | null;
  tried: boolean;
  /** The file that was not taken last. */
  refused: { name: string; fault: FileFault } | null;
  onTitle: (title: string) => void;
  onType: (text: string) => void;
  onFile: (file: File | undefined) => void;
  onNoFile: () => void;
}

interface Words extends Record<"name" | "nameMissing" | "text" | "textHint" | "textMissing" | "tooLong" | "otherText" | "file" | "cancel", string> {}

interface Props {
  heading: string;
  lead?: string;
  words: Words;
  brought: BroughtText;
  /** `go` says whether it goes: else the focus is on what is wrong. */
  send: { label: string; busy: boolean; go: () => boolean };
  onClose: () => void;
  /** More fields, and what came of sending it. */
  children?: ReactNode;
}

/** Where a text is typed, pasted, or taken from a file. */
export function TextForm({ heading, lead, words, brought, send, onClose, children }: Props) {
  const { title, typed, file, fault, tried, refused, onTitle, onType, onFile, onNoFile } = brought;
  const { form, toFault } = useFaultFocus();
  const picker = useRef<HTMLInputElement>(null);
  const files = useFileWords();
  const why = fault && { empty: words.textMissing, long: words.tooLong }[fault];
  return (
    <div ref={arriveInForm} className="h-full overflow-y-auto">
      <form
        {...form}
        noValidate
        aria-label={heading}
        onSubmit={(event) => {
          event.preventDefault();
          if (!send.go()) toFault();
        }}
        className="mx-auto flex max-w-[720px] flex-col gap-4 p-4 md:p-6"
      >
        <h2 className="text-lg [overflow-wrap:anywhere]">{heading}</h2>
        {lead && <p className="text-muted">{lead}</p>}
        <TextField label={words.name} fault={tried && !title.trim() ? words.nameMissing : null} value={title} onChange={onTitle} />
        {file ? (
          <p className="flex flex-wrap items-center gap-3 rounded-md bg-sunken p-3">
            <span className="min-w-0 grow truncate">{file.name}</span>
            <Button look="quiet" onClick={onNoFile}>
              {words.otherText}
            </Button>
          </p>
        ) : (
          <TextField kind="lines" label={words.text} hint={words.textHint} fault={tried ? why : null} value={typed} onChange={onType} />
        )}
        {file && why && <Fault title={why} />}
        {refused && <Fault title={files.refused[refused.fault](refused.name)} />}
        <input
          ref={picker}
          type="file"
          hidden
          accept=".md,.markdown,.txt,text/plain,text/markdown"
          onChange={(event) => {
            onFile(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
        {children}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="main" pill aria-disabled={send.busy}>
            {send.label}
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
