import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useApi } from "@/data/api";
import { workspaceQuery } from "@/data/workspace";
import { Lost } from "@/app/Lost";
import { WorkspacePanes } from "@/app/routes/WorkspacePanes";
import { ProblemError } from "@/data/api";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Notice } from "@/ui/Notice";
import { Working } from "@/ui/Working";

const route = getRouteApi("/apps/$app");

/** One app, open. */
export function WorkspaceRoute() {
  const { app } = route.useParams();
  const { common, workspace } = useMessages();
  const query = useQuery(workspaceQuery(useApi(), app));
  if (query.isPending) return <Working label={common.loading} />;
  if (query.error instanceof ProblemError && query.error.problem.status === 404) return <Lost />;
  if (query.isError) {
    const again = <Button onClick={() => query.refetch()}>{common.retry}</Button>;
    return <Notice tone="bad" title={workspace.loadFailed} action={again} />;
  }
  return <WorkspacePanes key={app} workspace={query.data} />;
}
