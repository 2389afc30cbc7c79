import { ExternalLink } from "lucide-react";
import { useState } from "react";
import type { App } from "@/data/apps";
import { useDevice } from "@/data/gitDevice";
import { GitFault } from "@/features/delivery/GitFault";
import { useGitWords } from "@/messages/git/useGitWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { CopyText } from "@/ui/CopyText";
import { LinkButton } from "@/ui/LinkButton";
import { TextField } from "@/ui/TextField";

/** Connects a repository of github.com by a code that is typed there, so that no token passes through here. */
export function DeviceConnect({ app }: { app: App }) {
  const { own, device: words } = useGitWords();
  const { common } = useMessages();
  const [url, setUrl] = useState("");
  const { start, poll, stop } = useDevice(app.id);
  const code = start.data;
  const refused = start.error ?? poll.error;
  if (!code || refused) {
    return (
      <form
        aria-label={words.title}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (url.trim() && !start.isPending) start.mutate(url.trim());
        }}
      >
        <TextField label={own.url} hint={words.hint} value={url} onChange={setUrl} placeholder="https://github.com/owner/repository.git" />
        {refused && <GitFault title={own.failed} error={refused} />}
        <Button type="submit" look="main" className="self-start" aria-disabled={!url.trim() || start.isPending}>
          {words.begin}
        </Button>
      </form>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <p>{words.type}</p>
      <CopyText text={code.user_code} />
      <p role="status" className="text-sm text-muted">
        {words.waiting}
      </p>
      <div className="flex flex-wrap gap-2">
        <LinkButton href={code.page} look="main" icon={<ExternalLink aria-hidden size={16} strokeWidth={1.75} />}>
          {words.open}
        </LinkButton>
        <Button onClick={stop}>{common.cancel}</Button>
      </div>
    </div>
  );
}
