import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import { stateQuery } from "@/data/project";
import type { Workspace } from "@/data/workspace";
import { PARTS } from "@/domain/project";
import { KnownResults } from "@/features/project/KnownResults";
import { NoteSection } from "@/features/project/NoteSection";
import { PartSection } from "@/features/project/PartSection";
import { ToolLog } from "@/features/project/ToolLog";
import { useWork } from "@/messages/work/useWork";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Notice } from "@/ui/Notice";
import { Working } from "@/ui/Working";

interface Props {
  workspace: Workspace;
  onRun: (run: string) => void;
}

/** What the project is meant to become, what is noted about it, and what its runs last found. */
export function ProjectPane({ workspace: { app }, onRun }: Props) {
  const { common } = useMessages();
  const { project } = useWork();
  const query = useQuery(stateQuery(useApi(), app.id));
  if (query.isPending) return <Working label={common.loading} />;
  if (!query.data) return <Notice tone="bad" title={project.loadFailed} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />;
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto flex max-w-[720px] flex-col divide-y divide-line px-4 md:px-6">
        {PARTS.map((part) => (
          <PartSection key={part} part={part} state={query.data} />
        ))}
        <NoteSection app={app} />
        <KnownResults state={query.data} onRun={onRun} />
        <ToolLog app={app.id} onRun={onRun} />
      </div>
    </div>
  );
}
