import { ChevronDown, ChevronRight, File } from "lucide-react";
import type { FileMark } from "@/domain/tree";
import { useCodeWords } from "@/messages/code/useCodeWords";
import { classes } from "@/ui/classes";

interface Props {
  path: string;
  name: string;
  /** Of a folder only. */
  open: boolean | undefined;
  mark: FileMark | "unsaved" | undefined;
}

const TONES = { added: "text-ok", changed: "text-warn", unsaved: "text-accent font-semibold" };

/** What a line of the tree says. What became of the file is a word in its name. */
export function FileRow({ path, name, open, mark }: Props) {
  const { marks } = useCodeWords();
  const Icon = open === undefined ? File : open ? ChevronDown : ChevronRight;
  return (
    <>
      <Icon aria-hidden size={14} strokeWidth={1.75} className="shrink-0 text-muted" />
      <span title={path} className="min-w-0 truncate">
        {name}
      </span>
      {mark && <span className={classes("ml-auto shrink-0 text-xs", TONES[mark])}>{marks[mark]}</span>}
    </>
  );
}
