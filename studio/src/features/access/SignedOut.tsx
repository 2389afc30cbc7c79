import type { Config } from "@/data/config";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Notice } from "@/ui/Notice";

/** The one screen of somebody who is not signed in. */
export function SignedOut({ config }: { config: Config | null }) {
  const { signIn } = useMessages();
  const again = (
    <Button look="main" onClick={() => location.assign(import.meta.env.BASE_URL)}>
      {config?.local ? signIn.retry : signIn.again}
    </Button>
  );
  return <Notice heading="h1" title={signIn.failedTitle} text={config?.local ? signIn.failedLocal : signIn.failed} action={again} />;
}
