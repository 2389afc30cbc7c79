import { Link } from "@tanstack/react-router";
import { useUnseen } from "@/data/workspace";
import { useMessages } from "@/messages/useMessages";

/** That visitors do not see what was just made, and the way to let them. Nothing where they do. */
export function PublishNote({ app, revision }: { app: string; revision: string | null }) {
  const { chat, publish } = useMessages();
  const unseen = useUnseen(app, revision);
  if (unseen === null) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-sm">
      {chat.unseen[unseen]}
      <Link from="/apps/$app" to="." search={(now) => ({ ...now, publish: true as const })} className="inline-flex min-h-8 items-center font-semibold text-accent underline max-md:min-h-11">
        {publish.button}
      </Link>
    </p>
  );
}
