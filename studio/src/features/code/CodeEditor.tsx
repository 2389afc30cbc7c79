import { useEffect, useRef } from "react";
import { type Document, Editor, type Finding } from "@/features/code/editor";

interface Props {
  document: Document;
  findings: readonly Finding[];
  /** What its own search says in the person's language. */
  phrases: Readonly<Record<string, string>>;
  /** Where to go when the file or the line changes. */
  line: number | undefined;
  onChange: (text: string) => void;
  onSave: () => void;
}

/** The editor of one file. Which file it is may change: what can be undone in each is kept. */
export function CodeEditor({ document, findings, phrases, line, onChange, onSave }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>(null);
  useEffect(() => {
    if (!host.current) return;
    const made = new Editor(host.current, phrases);
    editor.current = made;
    return () => made.close();
  }, [phrases]);
  useEffect(() => {
    if (editor.current) editor.current.handlers = { onChange, onSave };
  });
  const { key, text, readOnly } = document;
  useEffect(() => editor.current?.show(document), [key, text, readOnly, phrases]);
  useEffect(() => editor.current?.mark(findings), [key, findings, readOnly, phrases]);
  useEffect(() => {
    if (line) editor.current?.goTo(line);
  }, [key, line]);
  return <div ref={host} className="min-h-0 grow overflow-hidden" />;
}
