import { Link } from "@tanstack/react-router";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
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

/** A page that broke while it was drawn, or whose code did not arrive: a newer release has other files. */
export function Failed() {
  const { common, workspace } = useMessages();
  return <Notice heading="h1" tone="bad" title={workspace.failedTitle} text={workspace.failedText} action={<Button onClick={() => location.reload()}>{common.retry}</Button>} />;
}
