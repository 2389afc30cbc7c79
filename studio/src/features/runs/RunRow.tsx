import { memo } from "react";
import type { Run } from "@/data/runs";
import { useFacts } from "@/features/runs/useFacts";
import { useWork } from "@/messages/work/useWork";
import { useMessages } from "@/messages/useMessages";
import { StatusMark } from "@/ui/StatusMark";
import { useAgo } from "@/ui/useAgo";

/** One run in a line; where there is no room its facts stand below each other. */
export const RunRow = memo(function RunRow({ run, onOpen }: { run: Run; onOpen: (run: string) => void }) {
  const { stages } = useMessages();
  const ago = useAgo();
  const { runs } = useWork();
  const facts = useFacts(run);
  return (
    <tr className="align-top hover:bg-sunken @2xl:not-last:*:border-b *:border-line @max-2xl:flex @max-2xl:flex-wrap @max-2xl:items-baseline @max-2xl:gap-x-4 @max-2xl:px-3 @max-2xl:py-2 @max-2xl:border-line @max-2xl:not-last:border-b @2xl:*:px-3 @2xl:*:py-2">
      <td className="whitespace-nowrap @max-2xl:order-2">
        <StatusMark state={run.status} stage={stages[run.stage]} />
        {run.rolled_back_by_revision && <span className="block text-xs text-muted">{runs.takenBack}</span>}
      </td>
      <td className="min-w-0 @max-2xl:order-1 @max-2xl:basis-full">
        <button type="button" onClick={() => onOpen(run.id)} className="rounded-sm text-left font-semibold hover:text-accent md:@max-2xl:min-h-8 @2xl:-my-0.5 @2xl:py-0.5 max-md:min-h-11">
          <span className="line-clamp-2 [overflow-wrap:anywhere]">{facts.title}</span>
        </button>
      </td>
      <td className="text-sm text-muted @max-2xl:order-3">{runs.types[run.run_type]}</td>
      <td className="max-w-40 truncate text-sm text-muted @max-2xl:order-3" title={facts.by}>
        {facts.by}
      </td>
      <td className="text-sm whitespace-nowrap text-muted @max-2xl:order-3">
        <time dateTime={run.created_at} title={facts.at}>
          {ago(run.created_at)}
        </time>
      </td>
      <td className="text-right text-sm whitespace-nowrap text-muted @max-2xl:order-3">{facts.lasted}</td>
      <td className="text-right text-sm whitespace-nowrap @max-2xl:order-3">{facts.cost}</td>
    </tr>
  );
});
