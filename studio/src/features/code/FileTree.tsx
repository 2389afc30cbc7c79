import { useState } from "react";
import { type FileMark, treeRows } from "@/domain/tree";
import { FileRow } from "@/features/code/FileRow";
import { useCodeWords } from "@/messages/code/useCodeWords";
import { Tree, type TreeLine } from "@/ui/Tree";

interface Props {
  paths: readonly string[];
  marks: ReadonlyMap<string, FileMark>;
  unsaved: ReadonlySet<string>;
  /** Every folder open: the paths are what a search found. */
  all: boolean;
  current: string | undefined;
  onOpen: (path: string) => void;
}

const NONE: ReadonlySet<string> = new Set();

/** The files as a tree: a folder opens and closes, a file is shown. */
export function FileTree({ paths, marks, unsaved, all, current, onOpen }: Props) {
  const code = useCodeWords();
  const [closed, setClosed] = useState<ReadonlySet<string>>(NONE);
  const toggle = (path: string, open: boolean) => setClosed((now) => (open ? without(now, path) : new Set([...now, path])));
  const lines = treeRows(paths, all ? NONE : closed).map(({ path, folder, ...row }): TreeLine => ({ ...row, key: path, parent: parentOf(path), open: folder ? all || !closed.has(path) : undefined }));
  return (
    <Tree
      label={code.files}
      lines={lines}
      current={current}
      onPress={({ key, open }) => (open === undefined ? onOpen(key) : toggle(key, closed.has(key)))}
      onToggle={toggle}
      draw={({ key, name, open }) => <FileRow path={key} name={name} open={open} mark={unsaved.has(key) ? "unsaved" : marks.get(key)} />}
    />
  );
}

function without(set: ReadonlySet<string>, path: string): ReadonlySet<string> {
  return new Set([...set].filter((one) => one !== path));
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf("/"), 0));
}
