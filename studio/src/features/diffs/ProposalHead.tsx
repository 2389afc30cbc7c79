import { lazy, type ReactNode, Suspense } from "react";
import type { Diff } from "@/data/diffs";
import { saidIn } from "@/domain/message";
import { VerdictParts } from "@/features/diffs/VerdictParts";
import { useMessages } from "@/messages/useMessages";
import { arrive } from "@/ui/arrive";
import { StatusMark } from "@/ui/StatusMark";
import { useAgo } from "@/ui/useAgo";

const OutsideLine = lazy(async () => ({ default: (await import("@/features/diffs/OutsideLine")).OutsideLine }));
const ContactsLine = lazy(async () => ({ default: (await import("@/features/diffs/ContactsLine")).ContactsLine }));

/** What was asked for, how the proposal stands, and what the checks say of it. */
export function ProposalHead({ diff, leave }: { diff: Diff; leave: ReactNode }) {
  const { chat } = useMessages();
  const ago = useAgo();
  return (
    <header className="flex flex-col gap-3">
      <div className="-mx-2">{leave}</div>
      <h2 ref={arrive} tabIndex={-1} className="line-clamp-3 text-lg break-words">{saidIn(diff.vibecoder_prompt).words || diff.commit_message}</h2>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
        <StatusMark state={diff.stale ? "stale" : diff.review_status} />
        <span>{chat.files(diff.files.length)}</span>
        <time dateTime={diff.created_at}>{ago(diff.created_at)}</time>
      </p>
      <VerdictParts diff={diff} />
      <Suspense>{Object.values(diff.outside).some(({ length }) => length > 0) && <OutsideLine outside={diff.outside} />}</Suspense>
      <Suspense>{diff.contacts.length > 0 && <ContactsLine diff={diff} />}</Suspense>
    </header>
  );
}
