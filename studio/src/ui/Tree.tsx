import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";

/** A line of a tree as it is shown: what is in a closed one is left out. */
export interface TreeLine {
  key: string;
  parent: string | null;
  name: string;
  level: number;
  /** Its place among its neighbours, from 1, and how many they are. */
  at: number;
  of: number;
  /** Undefined for one that holds nothing. */
  open: boolean | undefined;
}

interface Props<L extends TreeLine> {
  label: string;
  lines: readonly L[];
  current: string | undefined;
  /** Enter, the space bar or a click on a line. */
  onPress: (line: L) => void;
  onToggle: (key: string, open: boolean) => void;
  draw: (line: L) => ReactNode;
}

/** A tree as the pattern wants it: one stop for Tab, arrows within, letters jump, Enter presses. */
export function Tree<L extends TreeLine>({ label, lines, current, onPress, onToggle, draw }: Props<L>) {
  const [focused, setFocused] = useState<string>();
  const tree = useRef<HTMLDivElement>(null);
  const find = (wanted: string | null | undefined) => lines.find(({ key }) => key === wanted);
  const stop = find(focused) ?? find(current) ?? lines[0];
  const focus = (line: L | undefined) => {
    if (!line) return;
    setFocused(line.key);
    tree.current?.querySelector<HTMLElement>(`[data-line="${CSS.escape(line.key)}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!stop || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = lines.indexOf(stop);
    const moves: Record<string, () => void> = {
      ArrowDown: () => focus(lines[at + 1]),
      ArrowUp: () => focus(lines[at - 1]),
      Home: () => focus(lines[0]),
      End: () => focus(lines.at(-1)),
      ArrowRight: () => (stop.open === false ? onToggle(stop.key, true) : stop.open && focus(lines[at + 1])),
      ArrowLeft: () => (stop.open ? onToggle(stop.key, false) : focus(find(stop.parent))),
      Enter: () => onPress(stop),
      " ": () => onPress(stop),
    };
    const move = Object.hasOwn(moves, event.key) ? moves[event.key] : undefined;
    const jump = event.key.length === 1 ? startingWith(lines, at, event.key) : undefined;
    if (!move && !jump) return;
    event.preventDefault();
    if (move) move();
    else focus(jump);
  };
  return (
    <div ref={tree} role="tree" aria-label={label} onKeyDown={onKeyDown} className="py-1">
      {lines.map((line) => (
        <div
          key={line.key}
          role="treeitem"
          data-line={line.key}
          aria-level={line.level}
          aria-posinset={line.at}
          aria-setsize={line.of}
          aria-expanded={line.open}
          aria-selected={line.key === current}
          tabIndex={line === stop ? 0 : -1}
          onClick={() => {
            setFocused(line.key);
            onPress(line);
          }}
          style={{ paddingInlineStart: `${line.level * 14 - 4}px` }}
          className="flex min-h-7 cursor-pointer items-center gap-1.5 pr-2 text-sm outline-offset-[-3px] select-none hover:bg-sunken aria-selected:bg-accent-soft aria-selected:font-semibold max-md:min-h-11"
        >
          {draw(line)}
        </div>
      ))}
    </div>
  );
}

/** The next line behind one, and then from the top, whose name begins with a letter. */
function startingWith<L extends TreeLine>(lines: readonly L[], at: number, letter: string): L | undefined {
  const wanted = letter.toLocaleLowerCase();
  return [...lines.slice(at + 1), ...lines.slice(0, at)].find(({ name }) => name.toLocaleLowerCase().startsWith(wanted));
}
