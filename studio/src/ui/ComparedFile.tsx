import { type ReactNode, useState } from "react";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { type CardFile, FileCard } from "@/ui/FileCard";
import { HunkLines } from "@/ui/HunkLines";

const MOST_LINES = 300;

interface Props {
  file: CardFile & { binary: boolean; folded: boolean; hunks: readonly { index: number; header: string; lines: readonly string[] }[] };
  children?: ReactNode;
}

/** One file that differs between two states. A large one waits to be asked for. */
export function ComparedFile({ file, children }: Props) {
  const { changes } = useMessages();
  const lines = file.additions + file.deletions;
  const [open, setOpen] = useState(lines <= MOST_LINES);
  if (file.hunks.length === 0) {
    const said = file.binary ? changes.binary : file.folded ? changes.folded : null;
    return (
      <FileCard file={file}>
        {said && <p className="p-3 text-sm text-muted">{said}</p>}
        {children}
      </FileCard>
    );
  }
  return (
    <FileCard file={file}>
      {open ? (
        file.hunks.map((hunk) => (
          <div key={hunk.index} className="border-line not-last:border-b">
            <HunkLines header={hunk.header} lines={hunk.lines} />
          </div>
        ))
      ) : (
        <p className="p-3">
          <Button onClick={() => setOpen(true)}>{changes.showLines(lines)}</Button>
        </p>
      )}
      {children}
    </FileCard>
  );
}
