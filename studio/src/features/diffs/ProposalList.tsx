import { saidIn } from "@/domain/message";
import type { ListedDiff } from "@/data/diffs";
import { useMessages } from "@/messages/useMessages";
import { arrive } from "@/ui/arrive";
import { StatusMark } from "@/ui/StatusMark";
import { useAgo } from "@/ui/useAgo";

interface Props {
  title: string;
  diffs: readonly ListedDiff[];
  onOpen: (diff: string) => void;
}

/** Proposals in short: what was asked for, how large it is, how it stands. */
export function ProposalList({ title, diffs, onOpen }: Props) {
  const { chat } = useMessages();
  const ago = useAgo();
  if (diffs.length === 0) return null;
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h2 ref={arrive} tabIndex={-1} className="text-lg">{title}</h2>
      <ul className="flex flex-col divide-y divide-line rounded-md border border-line bg-surface">
        {diffs.map((diff) => (
          <li key={diff.id}>
            <button type="button" onClick={() => onOpen(diff.id)} className="flex w-full flex-col gap-1 rounded-md p-3 text-left hover:bg-sunken">
              <span className="line-clamp-2 font-semibold break-words">{saidIn(diff.vibecoder_prompt).words || diff.commit_message || diff.id}</span>
              <span className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
                <StatusMark state={diff.stale ? "stale" : diff.review_status} />
                <span>{chat.files(diff.files.length)}</span>
                <time dateTime={diff.created_at}>{ago(diff.created_at)}</time>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
