import { type KeyboardEvent, useRef, useState } from "react";
import { type FileMark, type TreeRow, treeRows } from "@/domain/tree";
import { FileRow } from "@/features/code/FileRow";
import { useCodeWords } from "@/messages/code/useCodeWords";

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

/** A tree as the pattern wants it: one stop for Tab, arrows within, letters jump, Enter opens. */
export function FileTree({ paths, marks, unsaved, all, current, onOpen }: Props) {
  const code = useCodeWords();
  const [closed, setClosed] = useState<ReadonlySet<string>>(NONE);
  const [focused, setFocused] = useState<string>();
  const tree = useRef<HTMLDivElement>(null);
  const rows = treeRows(paths, all ? NONE : closed);
  const stop = rows.find(({ path }) => path === focused) ?? rows.find(({ path }) => path === current) ?? rows[0];

  const focus = (row: TreeRow | undefined) => {
    if (!row) return;
    setFocused(row.path);
    tree.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(row.path)}"]`)?.focus();
  };
  const toggle = (path: string, open: boolean) => setClosed((now) => (open ? without(now, path) : new Set([...now, path])));
  const press = (row: TreeRow) => (row.folder ? toggle(row.path, closed.has(row.path)) : onOpen(row.path));
  const onKeyDown = (event: KeyboardEvent) => {
    const row = stop;
    if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = rows.indexOf(row);
    const open = row.folder && !closed.has(row.path);
    const moves: Record<string, () => void> = {
      ArrowDown: () => focus(rows[at + 1]),
      ArrowUp: () => focus(rows[at - 1]),
      Home: () => focus(rows[0]),
      End: () => focus(rows.at(-1)),
      ArrowRight: () => (row.folder && !open ? toggle(row.path, true) : open && focus(rows[at + 1])),
      ArrowLeft: () => (open ? toggle(row.path, false) : focus(rows.find(({ path }) => path === parentOf(row.path)))),
      Enter: () => press(row),
      " ": () => press(row),
    };
    const move = Object.hasOwn(moves, event.key) ? moves[event.key] : undefined;
    const jump = event.key.length === 1 ? startingWith(rows, at, event.key) : undefined;
    if (!move && !jump) return;
    event.preventDefault();
    if (move) move();
    else focus(jump);
  };
  return (
    <div ref={tree} role="tree" aria-label={code.files} onKeyDown={onKeyDown} className="py-1">
      {rows.map((row) => (
        <FileRow
          key={row.path}
          row={row}
          open={row.folder ? all || !closed.has(row.path) : undefined}
          selected={row.path === current}
          stop={row === stop}
          mark={unsaved.has(row.path) ? "unsaved" : marks.get(row.path)}
          onPress={() => {
            setFocused(row.path);
            press(row);
          }}
        />
      ))}
    </div>
  );
}

function without(set: ReadonlySet<string>, path: string): ReadonlySet<string> {
  return new Set([...set].filter((one) => one !== path));
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf("/"), 0));
}

/** The next line behind one, and then from the top, whose name begins with a letter. */
function startingWith(rows: readonly TreeRow[], at: number, letter: string): TreeRow | undefined {
  const wanted = letter.toLocaleLowerCase();
  return [...rows.slice(at + 1), ...rows.slice(0, at)].find(({ name }) => name.toLocaleLowerCase().startsWith(wanted));
}
