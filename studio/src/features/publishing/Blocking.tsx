import type { Workspace } from "@/data/workspace";
import type { Blocks } from "@/domain/blocks";
import { usePublishWords } from "@/messages/publish/usePublishWords";
import { useMessages } from "@/messages/useMessages";
import { StatusMark } from "@/ui/StatusMark";

/** What keeps the draft from being published, first; then what one should know. Nothing when all is well. */
export function Blocking({ workspace, blocks }: { workspace: Workspace; blocks: Blocks }) {
  const publish = usePublishWords();
  const { stages } = useMessages();
  const { draft, waiting_runs: runs, build } = workspace;
  const advice = {
    starter: publish.starter,
    running: publish.running,
    waits: publish.waits(runs.length),
    pageFailed: publish.pageFailed,
  };
  if (!blocks.blocking && blocks.advice.length === 0) return null;
  return (
    <ul aria-label={publish.before} className="flex flex-col gap-2 text-sm">
      {blocks.blocking && (
        <li className="flex flex-col gap-1">
          <StatusMark state={draft.build_status} stage={stages.build} />
          <span>{blocks.blocking === "failed" ? publish.buildFailed : publish.building}</span>
          {blocks.blocking === "failed" && build.build_error && (
            <code className="font-mono text-xs text-bad [overflow-wrap:anywhere]">{build.build_error.message}</code>
          )}
        </li>
      )}
      {blocks.advice.map((one) => (
        <li key={one} className="text-muted">
          {advice[one]}
        </li>
      ))}
    </ul>
  );
}
