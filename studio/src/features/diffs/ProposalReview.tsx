import { type ReactNode, useState } from "react";
import { type Diff, useDecide } from "@/data/diffs";
import type { Workspace } from "@/data/workspace";
import { asideOf, reviewBody } from "@/domain/review";
import { DecisionBar } from "@/features/diffs/DecisionBar";
import { FileReview } from "@/features/diffs/FileReview";
import { onReviewKey } from "@/features/diffs/reviewKeys";
import { Outcome } from "@/features/diffs/Outcome";
import { ProposalHead } from "@/features/diffs/ProposalHead";
import { ProposalPage } from "@/features/diffs/ProposalPage";
import { StaleNote } from "@/features/diffs/StaleNote";
import { useChoice } from "@/features/diffs/useChoice";
import { useChangeWords } from "@/messages/changes/useChangeWords";
import { Button } from "@/ui/Button";

interface Props {
  workspace: Workspace;
  diff: Diff;
  leave: ReactNode;
}

/** Of what cannot be decided now, nothing is set aside yet. */
const NONE: ReadonlySet<string> = new Set();
const OPEN = ["pending_review", "approved", "interrupted", "rejected"];

/** A proposal: what it is, its places with a choice each, the page that it gives, and what becomes of it. */
export function ProposalReview({ workspace, diff, leave }: Props) {
  const changes = useChangeWords();
  const choice = useChoice(diff);
  const decide = useDecide(diff);
  const [page, setPage] = useState(false);
  const current = diff.base_revision_id === workspace.app.draft_revision_id;
  const open = OPEN.includes(diff.review_status);
  const aside = open ? (current ? choice.aside : NONE) : asideOf(diff.files, diff.decisions);
  return (
    <div className="flex h-full flex-col">
      <div className="flex min-h-0 grow flex-col gap-4 overflow-y-auto p-4 md:p-6">
        <ProposalHead diff={diff} leave={leave} />
        {open && diff.stale && <StaleNote diff={diff} rebase={decide.rebase} />}
        {(!open || diff.review_status === "rejected") && <Outcome diff={diff} />}
        {open && current && (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-sm text-muted max-md:hidden">{changes.keys}</p>
            <Button aria-pressed={page} onClick={() => setPage(!page)}>
              {page ? changes.showFiles : choice.aside.size > 0 ? changes.showChosen : changes.showPage}
            </Button>
          </div>
        )}
        {page && open ? (
          <ProposalPage key={diff.contacts.length} diff={diff} review={reviewBody(diff.files, choice.aside)} />
        ) : (
          <div role="group" aria-label={changes.files} onKeyDown={onReviewKey} className="flex flex-col gap-4">
            {diff.files.map((file) => (
              <FileReview key={file.path} diff={diff} file={file} aside={aside} choice={open && current ? choice : null} />
            ))}
          </div>
        )}
      </div>
      {open && <DecisionBar diff={diff} current={current} choice={choice} decide={decide} />}
    </div>
  );
}
