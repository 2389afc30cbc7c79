import { Link } from "@tanstack/react-router";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Notice } from "@/ui/Notice";

/** An address that leads nowhere: no page of the Studio, or no app. */
export function Lost({ what }: { what: "page" | "app" }) {
  const { common, workspace } = useMessages();
  const isApp = what === "app";
  const home = (
    <Link to="/" className="inline-flex min-h-11 items-center font-semibold text-accent underline">
      {common.back}
    </Link>
  );
  return <Notice heading="h1" title={isApp ? workspace.missingTitle : workspace.noPageTitle} text={isApp ? workspace.missingText : workspace.noPageText} action={home} />;
}

/** A page that broke while it was drawn, or whose code did not arrive: a newer release has other files. */
export function Failed() {
  const { common, workspace } = useMessages();
  return <Notice heading="h1" tone="bad" title={workspace.failedTitle} text={workspace.failedText} action={<Button onClick={() => location.reload()}>{common.retry}</Button>} />;
}
