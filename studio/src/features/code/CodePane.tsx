import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useApi } from "@/data/api";
import { type FileEntry, treeQuery } from "@/data/files";
import type { Workspace } from "@/data/workspace";
import type { CodePlace } from "@/domain/place";
import { marksOf } from "@/domain/tree";
import { CodeFiles } from "@/features/code/CodeFiles";
import { ConflictDialog } from "@/features/code/ConflictDialog";
import { FilePart } from "@/features/code/FilePart";
import { OldRevision } from "@/features/code/OldRevision";
import { OpenFiles } from "@/features/code/OpenFiles";
import { useEdits } from "@/features/code/useEdits";
import { useOpenFiles } from "@/features/code/useOpenFiles";
import { useCodeWords } from "@/messages/code/useCodeWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { classes } from "@/ui/classes";
import { Notice } from "@/ui/Notice";
import { Working } from "@/ui/Working";

interface Props {
  workspace: Workspace;
  place: CodePlace;
  onPlace: (place: CodePlace) => void;
  /** What else can be done with all files. */
  tools?: ReactNode;
}

/** The app's files: the draft, to be changed and saved, or an older revision, to be read. */
export function CodePane(props: Props) {
  const { workspace, place } = props;
  const code = useCodeWords();
  const { common } = useMessages();
  const old = place.revision && place.revision !== workspace.draft.id ? place.revision : null;
  const query = useQuery(treeQuery(useApi(), workspace.app.id, old));
  const tree = old ? query.data : workspace.tree;
  if (tree) return <Files {...props} old={old} tree={tree} />;
  if (query.isPending) return <Working label={common.loading} />;
  const again = <Button onClick={() => query.refetch()}>{common.retry}</Button>;
  return <Notice tone="bad" title={code.treeFailed} action={again} />;
}

function Files({ workspace, place, onPlace, tools, old, tree }: Props & { old: string | null; tree: readonly FileEntry[] }) {
  const code = useCodeWords();
  const { app, draft } = workspace;
  const edits = useEdits(workspace);
  const { open, keep } = useOpenFiles(app.id, place.file);
  const before = useQuery(treeQuery(useApi(), app.id, app.published_revision_id ?? draft.parent_revision_id));
  const marks = before.data && !old ? marksOf(tree, before.data) : new Map();
  const revision = old ? { revision: old } : {};
  const go = (file?: string, line?: number) => {
    if (file && !open.includes(file)) keep([...open, file].slice(-12));
    onPlace({ ...revision, ...(file ? { file } : {}), ...(line ? { line } : {}) });
  };
  const close = (path: string) => {
    const at = open.indexOf(path);
    keep(open.filter((one) => one !== path));
    if (path === place.file) go(open[at + 1] ?? open[at - 1]);
  };
  return (
    <div className="@container flex h-full flex-col bg-surface">
      {old && <OldRevision app={app.id} revision={old} onLeave={() => onPlace(place.file ? { file: place.file } : {})} />}
      <div className="flex min-h-0 grow">
        <div className={classes("w-full min-w-0 shrink-0 border-line @2xl:w-60 @2xl:border-r", place.file && "@max-2xl:hidden")}>
          <CodeFiles workspace={workspace} tree={tree} marks={marks} searchable={!old} edits={edits} current={place.file} onOpen={go}>
            {tools}
          </CodeFiles>
        </div>
        <div className={classes("flex min-w-0 grow flex-col", !place.file && "@max-2xl:hidden")}>
          {open.length > 0 && <OpenFiles open={open} current={place.file} unsaved={edits.files} onOpen={go} onClose={close} />}
          {place.file ? (
            <FilePart key={old ?? "draft"} workspace={workspace} tree={tree} old={old} edits={edits} place={place} onOpen={go} />
          ) : (
            <Notice title={code.choose} text={code.chooseText} />
          )}
        </div>
      </div>
      {edits.moved && <ConflictDialog key={edits.moved.paths.join()} moved={edits.moved} edits={edits} />}
    </div>
  );
}
