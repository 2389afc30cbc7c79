import { ChevronDown, ChevronRight, File } from "lucide-react";
import type { FileMark, TreeRow } from "@/domain/tree";
import { useCodeWords } from "@/messages/code/useCodeWords";
import { classes } from "@/ui/classes";

interface Props {
  row: TreeRow;
  /** Of a folder only. */
  open: boolean | undefined;
  selected: boolean;
  /** Whether Tab stops here. */
  stop: boolean;
  mark: FileMark | "unsaved" | undefined;
  onPress: () => void;
}

const TONES = { added: "text-ok", changed: "text-warn", unsaved: "text-accent font-semibold" };

/** A line of the tree. What became of the file is a word in its name. */
export function FileRow({ row, open, selected, stop, mark, onPress }: Props) {
  const { marks } = useCodeWords();
  const Icon = open === undefined ? File : open ? ChevronDown : ChevronRight;
  return (
    <div
      role="treeitem"
      data-path={row.path}
      aria-level={row.level}
      aria-posinset={row.at}
      aria-setsize={row.of}
      aria-expanded={open}
      aria-selected={selected}
      tabIndex={stop ? 0 : -1}
      onClick={onPress}
      title={row.path}
      style={{ paddingInlineStart: `${row.level * 14 - 4}px` }}
      className="flex min-h-7 cursor-pointer items-center gap-1.5 pr-2 text-sm outline-offset-[-3px] select-none hover:bg-sunken aria-selected:bg-accent-soft aria-selected:font-semibold max-md:min-h-11"
    >
      <Icon aria-hidden size={14} strokeWidth={1.75} className="shrink-0 text-muted" />
      <span className="min-w-0 truncate">{row.name}</span>
      {mark && <span className={classes("ml-auto shrink-0 text-xs", TONES[mark])}>{marks[mark]}</span>}
    </div>
  );
}
