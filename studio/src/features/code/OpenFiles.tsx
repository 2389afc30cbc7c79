import { X } from "lucide-react";
import type { Unsaved } from "@/data/files";
import { useCodeWords } from "@/messages/code/useCodeWords";
import { IconButton } from "@/ui/IconButton";

interface Props {
  open: readonly string[];
  current: string | undefined;
  unsaved: readonly Unsaved[];
  onOpen: (path?: string) => void;
  onClose: (path: string) => void;
}

/** The open files. Closing one keeps what is unsaved in it. */
export function OpenFiles({ open, current, unsaved, onOpen, onClose }: Props) {
  const code = useCodeWords();
  return (
    <nav aria-label={code.open} className="flex shrink-0 border-b border-line bg-sunken">
      <button type="button" onClick={() => onOpen()} className="min-h-11 shrink-0 border-r border-line px-3 text-sm font-semibold text-accent outline-offset-[-3px] @2xl:hidden">
        {code.files}
      </button>
      <ul className="flex min-w-0 overflow-x-auto">
        {open.map((path) => (
          <li key={path} data-current={path === current || undefined} className="group flex shrink-0 items-center border-r border-line data-[current]:bg-surface">
            <button
              type="button"
              title={path}
              aria-current={path === current ? "page" : undefined}
              onClick={() => onOpen(path)}
              className="flex min-h-9 items-center gap-1.5 pl-3 text-sm text-muted outline-offset-[-3px] aria-[current=page]:font-semibold aria-[current=page]:text-ink max-md:min-h-11"
            >
              {path.slice(path.lastIndexOf("/") + 1)}
              {unsaved.some((file) => file.path === path) && (
                <span className="text-accent">
                  <span aria-hidden>●</span>
                  <span className="sr-only">{code.marks.unsaved}</span>
                </span>
              )}
            </button>
            <IconButton label={code.closeFile(path)} onClick={() => onClose(path)} className="size-8">
              <X aria-hidden size={14} strokeWidth={1.75} />
            </IconButton>
          </li>
        ))}
      </ul>
    </nav>
  );
}
