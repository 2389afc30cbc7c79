import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useApi } from "@/data/api";
import { useVisible } from "@/data/visible";
import { type Workspace, workspaceQuery } from "@/data/workspace";
import { useMessages } from "@/messages/useMessages";

/** That visitors do not see what there is now, and the way to let them. Nothing where they do, or where nothing could go online. */
export function PublishNote({ app }: { app: string }) {
  const { data } = useQuery(workspaceQuery(useApi(), app));
  const isReady = data && data.draft.build_status === "succeeded" && data.draft.origin !== "template";
  return isReady ? <Unseen workspace={data} /> : null;
}

function Unseen({ workspace }: { workspace: Workspace }) {
  const { chat, publish } = useMessages();
  const visible = useVisible(workspace);
  if (visible === "same") return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-sm">
      {chat.unseen[visible]}
      <Link from="/apps/$app" to="." search={(now) => ({ ...now, publish: true as const })} className="inline-flex min-h-8 items-center font-semibold text-accent underline max-md:min-h-11">
        {publish.button}
      </Link>
    </p>
  );
}
