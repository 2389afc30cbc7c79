import type { ReactNode } from "react";
import { useMessages } from "@/messages/useMessages";

export interface CardFile {
  path: string;
  old_path: string | null;
  status: "added" | "modified" | "deleted" | "renamed";
  additions: number;
  deletions: number;
}

interface Props {
  file: CardFile;
  /** What stands before the name. */
  lead?: ReactNode;
  children: ReactNode;
}

/** A file that differs: its name, what became of it, how much; below it, where. */
export function FileCard({ file, lead, children }: Props) {
  const { changes } = useMessages();
  return (
    <section aria-label={file.path} className="overflow-hidden rounded-md border border-line bg-surface">
      <header data-change className="flex scroll-mt-2 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-page px-3 py-1.5">
        {lead}
        <h3 className="min-w-0 grow font-mono text-xs font-semibold [overflow-wrap:anywhere]">
          {file.old_path ? `${file.old_path} → ${file.path}` : file.path}
        </h3>
        <span className="text-xs text-muted">{changes.fileStatus[file.status]}</span>
        <Counts file={file} />
      </header>
      {children}
    </section>
  );
}

/** How many lines came and went. */
export function Counts({ file }: { file: Pick<CardFile, "additions" | "deletions"> }) {
  return (
    <span className="shrink-0 font-mono text-xs">
      <span className="text-ok">+{file.additions}</span> <span className="text-bad">-{file.deletions}</span>
    </span>
  );
}
