import { lazy, Suspense, useCallback, useMemo } from "react";
import type { Unsaved } from "@/data/files";
import { FileBar } from "@/features/code/FileBar";
import { FindingList } from "@/features/code/FindingList";
import { SaveFault } from "@/features/code/SaveFault";
import type { Edits } from "@/features/code/useEdits";
import { useCodeWords } from "@/messages/code/useCodeWords";
import { useMessages } from "@/messages/useMessages";
import { Working } from "@/ui/Working";

const CodeEditor = lazy(() => import("@/features/code/CodeEditor").then((loaded) => ({ default: loaded.CodeEditor })));

interface Props {
  app: string;
  /** As it is in the revision that is shown, but with the text that is written in it. */
  file: Unsaved;
  written: Unsaved | undefined;
  old: string | null;
  edits: Edits;
  line: number | undefined;
  onOpen: (path: string, line?: number) => void;
}

/** A text, to be written in: what is unsaved, what was found wrong, and saving it. */
export function TextFile({ app, file, written, old, edits, line, onOpen }: Props) {
  const code = useCodeWords();
  const { common } = useMessages();
  const { path, text } = file;
  const findings = useMemo(() => edits.findings.filter((finding) => finding.path === path && !old), [edits.findings, path, old]);
  const document = { key: `${app} ${old ?? "draft"} ${path}`, path, text, readOnly: old !== null, label: code.editor(path) };
  const base = written ?? file;
  const onChange = useCallback((now: string) => edits.write({ ...base, text: now }), [edits, base]);
  const onSave = () => void edits.save(edits.files.filter((one) => one.path === path));
  return (
    <>
      {!old && <FileBar file={file} written={written} edits={edits} />}
      {!old && edits.error && <SaveFault error={edits.error} />}
      <Suspense fallback={<Working label={common.loading} />}>
        <CodeEditor document={document} findings={findings} phrases={code.phrases} line={line} onChange={onChange} onSave={onSave} />
      </Suspense>
      {!old && <FindingList findings={edits.findings} onOpen={onOpen} />}
    </>
  );
}
