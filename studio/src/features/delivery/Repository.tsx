import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import type { App } from "@/data/apps";
import { connectionQuery } from "@/data/git";
import { Connected } from "@/features/delivery/Connected";
import { ConnectForm } from "@/features/delivery/ConnectForm";
import { DeviceConnect } from "@/features/delivery/DeviceConnect";
import { GitFault } from "@/features/delivery/GitFault";
import { useGitWords } from "@/messages/git/useGitWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Working } from "@/ui/Working";

interface Props {
  app: App;
  onDiff: (diff: string) => void;
}

/** The repository that the app is pushed to, or how one is connected. */
export function Repository({ app, onDiff }: Props) {
  const { own: words } = useGitWords();
  return (
    <section aria-label={words.title} className="flex flex-col gap-4">
      <h3 className="text-base font-semibold">{words.title}</h3>
      <Now app={app} onDiff={onDiff} />
    </section>
  );
}

function Now({ app, onDiff }: Props) {
  const { own: words, device } = useGitWords();
  const { common } = useMessages();
  const query = useQuery(connectionQuery(useApi(), app.id));
  if (query.isPending) return <Working label={common.loading} />;
  if (query.isError) return <GitFault title={words.loadFailed} error={query.error} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />;
  if (query.data.connected) return <Connected app={app} connection={query.data} onDiff={onDiff} />;
  return (
    <>
      <div className="flex flex-col gap-2 rounded-md bg-sunken p-4">
        <p>{words.empty}</p>
        <p className="text-sm text-muted">{words.promise}</p>
      </div>
      {query.data.by_code ? (
        <>
          <DeviceConnect app={app} />
          <details>
            <summary className="cursor-pointer py-2 text-sm font-semibold">{device.orToken}</summary>
            <ConnectForm app={app} />
          </details>
        </>
      ) : (
        <ConnectForm app={app} />
      )}
    </>
  );
}
