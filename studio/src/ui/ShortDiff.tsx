import { useState } from "react";
import { cutHunks, lineCount } from "@/domain/cutHunks";
import type { PatchFile } from "@/domain/patch";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { FileCard } from "@/ui/FileCard";
import { HunkLines } from "@/ui/HunkLines";

const FIRST = 60;
const MOST = 3_000;
const FILES = 20;

/** What became of some files, line by line: of each the first lines, all of them when asked for. */
export function ShortDiff({ files }: { files: readonly PatchFile[] }) {
  const { turn } = useMessages();
  const [most, setMost] = useState(FILES);
  return (
    <div className="flex flex-col gap-2">
      {files.slice(0, most).map((file) => (
        <FileCard key={file.path} file={file}>
          <Lines file={file} />
        </FileCard>
      ))}
      {files.length > most && (
        <Button look="quiet" onClick={() => setMost(files.length)}>
          {turn.showFiles(files.length - most)}
        </Button>
      )}
    </div>
  );
}

function Lines({ file }: { file: PatchFile }) {
  const { turn, changes } = useMessages();
  const [most, setMost] = useState(FIRST);
  const count = lineCount(file.hunks);
  if (count === 0) return file.status === "renamed" ? null : <p className="p-3 text-sm text-muted">{file.status === "deleted" ? turn.gone : changes.binary}</p>;
  return (
    <>
      {cutHunks(file.hunks, most).map((hunk, at) => (
        <HunkLines key={at} {...hunk} />
      ))}
      {count > most && most < MOST && (
        <Button look="quiet" className="min-h-8 w-full rounded-none text-sm" onClick={() => setMost(MOST)}>
          {turn.showLines(count)}
        </Button>
      )}
      {count > MOST && most === MOST && <p className="p-2 text-sm text-muted">{turn.tooLong}</p>}
    </>
  );
}
