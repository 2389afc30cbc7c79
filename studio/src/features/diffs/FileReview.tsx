import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/data/api";
import { type Diff, diffFileQuery, type FileChange } from "@/data/diffs";
import { unitKey, unitsOf } from "@/domain/review";
import { KeepBox } from "@/features/diffs/KeepBox";
import type { Choice } from "@/features/diffs/useChoice";
import { useChangeWords } from "@/messages/changes/useChangeWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { classes } from "@/ui/classes";
import { FileCard } from "@/ui/FileCard";
import { HunkLines } from "@/ui/HunkLines";

const MOST_LINES = 300;

interface Props {
  diff: Diff;
  file: FileChange;
  /** The places that are not kept. */
  aside: ReadonlySet<string>;
  /** Null when nothing can be decided any more. */
  choice: Choice | null;
}

/** One file of a proposal: what became of it, and each of its places with its own choice. */
export function FileReview({ diff, file, aside, choice }: Props) {
  const changes = useChangeWords();
  const units = unitsOf(file);
  const kept = units.filter((unit) => !aside.has(unit)).length;
  const partly = kept > 0 && kept < units.length ? "partly" : kept > 0;
  const lead = choice ? (
    <KeepBox name={changes.keepFile(file.path)} kept={partly} onChange={(keep) => choice.set(units, keep)}>
      <span className="sr-only">{changes.keep}</span>
    </KeepBox>
  ) : (
    kept === 0 && <span className="shrink-0 text-sm text-muted">{changes.setAside}</span>
  );
  return (
    <FileCard file={file} lead={lead}>
      <FileBody diff={diff} file={file} aside={aside} choice={units.length > 1 ? choice : null} faded={kept === 0} />
    </FileCard>
  );
}

function FileBody({ diff, file, aside, choice, faded }: Props & { faded: boolean }) {
  const changes = useChangeWords();
  const { changes: shared } = useMessages();
  const [open, setOpen] = useState(file.additions + file.deletions <= MOST_LINES);
  const cut = file.hunks.length === 0 && !file.binary && !file.folded && file.additions + file.deletions > 0;
  const query = useQuery({ ...diffFileQuery(useApi(), diff.id, diff.tree, file.path), enabled: open && cut });
  const hunks = cut ? (query.data ?? []) : file.hunks;
  if (file.binary) return <p className="p-3 text-sm text-muted">{shared.binary}</p>;
  if (file.folded) return <p className="p-3 text-sm text-muted">{shared.folded}</p>;
  if (file.additions + file.deletions === 0) return null;
  if (!open) {
    return (
      <p className="p-3">
        <Button onClick={() => setOpen(true)}>{shared.showLines(file.additions + file.deletions)}</Button>
      </p>
    );
  }
  if (query.isError) return <p className="p-3 text-sm text-bad">{changes.loadFailed}</p>;
  return hunks.map((hunk, at) => {
    const unit = unitKey(file.path, hunk.index);
    const kept = !aside.has(unit);
    const name = changes.hunk(at + 1, hunks.length);
    return (
      <div
        key={hunk.index}
        role="group"
        aria-label={`${name}, ${file.path}`}
        data-change={choice ? "" : undefined}
        className={classes("scroll-mt-2 border-line not-last:border-b", (faded || !kept) && "border-l-4 border-l-edge bg-sunken")}
      >
        {(choice || (!kept && !faded)) && (
          <div className="flex items-center justify-between gap-3 border-b border-line px-3 py-0.5 text-sm text-muted">
            <span>{name}</span>
            {choice ? (
              <KeepBox name={changes.keepHunk(at + 1, hunks.length, file.path)} kept={kept} onChange={(keep) => choice.set([unit], keep)}>
                {kept ? changes.kept : changes.setAside}
              </KeepBox>
            ) : (
              <span>{changes.setAside}</span>
            )}
          </div>
        )}
        <HunkLines header={hunk.header} lines={hunk.lines} aside={faded || !kept} />
      </div>
    );
  });
}
