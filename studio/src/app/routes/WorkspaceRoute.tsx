import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { Lost } from "@/app/Lost";
import { MENU_LINK } from "@/app/menuLink";
import { LiveLink } from "@/app/routes/LiveLink";
import { WorkspaceBar } from "@/app/routes/WorkspaceBar";
import { WorkspacePanes } from "@/app/routes/WorkspacePanes";
import { useTitle } from "@/app/routes/useTitle";
import { Shell } from "@/app/Shell";
import { useApi } from "@/data/api";
import { isGone, stillThere } from "@/data/gone";
import { workspaceQuery } from "@/data/workspace";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { keepFocus } from "@/ui/keepFocus";
import { Notice } from "@/ui/Notice";
import { Working } from "@/ui/Working";

const route = getRouteApi("/apps/$app");

/** One app, open. */
export function WorkspaceRoute() {
  const { app } = route.useParams();
  const query = useQuery(workspaceQuery(useApi(), app));
  const open = stillThere(query);
  useTitle(open);
  useEffect(keepFocus, []);
  const bar = open && <WorkspaceBar workspace={open} />;
  const live = open?.app.live_url;
  const links = live && <LiveLink url={live} className={`${MENU_LINK} justify-between gap-4`} />;
  return <Shell bar={bar} links={links}>{open ? <WorkspacePanes key={app} workspace={open} /> : <Unopened query={query} />}</Shell>;
}

/** Not there yet, or not at all. What was there once stays when it cannot be read again, unless it is deleted. */
function Unopened({ query }: { query: { isPending: boolean; error: Error | null; refetch: () => unknown } }): ReactNode {
  const { common, workspace } = useMessages();
  if (query.isPending) return <Working label={common.loading} />;
  if (isGone(query.error)) return <Lost what="app" />;
  const again = <Button onClick={() => query.refetch()}>{common.retry}</Button>;
  return <Notice tone="bad" title={workspace.loadFailed} action={again} />;
}
