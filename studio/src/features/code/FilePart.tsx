import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import { type FileEntry, fileQuery } from "@/data/files";
import type { Workspace } from "@/data/workspace";
import { byteSize } from "@/domain/byteSize";
import { isCheck, kindOf, LARGE_BYTES } from "@/domain/fileKinds";
import type { CodePlace } from "@/domain/place";
import { BinaryFile } from "@/features/code/BinaryFile";
import { TextFile } from "@/features/code/TextFile";
import type { Edits } from "@/features/code/useEdits";
import { useCodeWords } from "@/messages/code/useCodeWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Notice } from "@/ui/Notice";
import { Working } from "@/ui/Working";

interface Props {
  workspace: Workspace;
  tree: readonly FileEntry[];
  old: string | null;
  edits: Edits;
  place: CodePlace;
  onOpen: (path?: string, line?: number) => void;
}

/** The file that is open: what is unsaved in it, else as the tree has it. */
export function FilePart({ workspace, tree, old, edits, place, onOpen }: Props) {
  const code = useCodeWords();
  const { common, locale } = useMessages();
  const { app, draft } = workspace;
  const path = place.file ?? "";
  const entry = tree.find((file) => file.path === path);
  const written = old ? undefined : edits.files.find((file) => file.path === path);
  const at = { revision: old ?? draft.id, path, sha256: entry?.sha256 ?? "" };
  const opens = entry !== undefined && entry.size <= LARGE_BYTES && !written;
  const query = useQuery({ ...fileQuery(useApi(), app.id, at), enabled: opens });
  const untried = old === null && isCheck(path) && !draft.verdict;
  const text = (content: string) => (
    <>
      {untried && <p className="bg-warn-soft px-4 py-1.5 text-sm text-warn">{code.untried}</p>}
      <TextFile app={app.id} file={{ ...at, text: content }} written={written} old={old} edits={edits} line={place.line} onOpen={onOpen} />
    </>
  );
  if (written) return text(written.text);
  if (!entry) return <Notice title={code.noFile(path)} action={<Button onClick={() => onOpen()}>{code.files}</Button>} />;
  if (!opens) return <Notice title={code.large} text={code.largeText(byteSize(entry.size, locale))} />;
  if (query.isPending) return <Working label={common.loading} />;
  if (query.isError) return <Notice tone="bad" title={code.fileFailed} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />;
  const kind = kindOf(path, entry.size, query.data.encoding);
  return kind === "text" ? text(query.data.content) : <BinaryFile file={query.data} />;
}
