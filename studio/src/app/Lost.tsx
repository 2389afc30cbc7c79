import { Link } from "@tanstack/react-router";
import { useMessages } from "@/messages/useMessages";
import { Notice } from "@/ui/Notice";

/** An address that leads nowhere. */
export function Lost() {
  const { common, workspace } = useMessages();
  const home = (
    <Link to="/" className="font-semibold text-accent underline">
      {common.back}
    </Link>
  );
  return <Notice heading="h1" title={workspace.missingTitle} text={workspace.missingText} action={home} />;
}
