import type { App } from "@/data/apps";
import { Repository } from "@/features/delivery/Repository";
import { TakeAway } from "@/features/delivery/TakeAway";
import { useGitWords } from "@/messages/git/useGitWords";
import { useMessages } from "@/messages/useMessages";
import { Dialog } from "@/ui/Dialog";

interface Props {
  app: App;
  onClose: () => void;
  /** To a proposal, which what was pulled has become. */
  onDiff: (diff: string) => void;
}

/** A repository of the person's own, and the project as files, by git, or with its history in a file. */
export function GitDialog({ app, onClose, onDiff }: Props) {
  const words = useGitWords();
  const { common } = useMessages();
  return (
    <Dialog title={words.title(app.name)} close={common.close} onClose={onClose}>
      <p className="text-muted">{words.lead}</p>
      <Repository app={app} onDiff={onDiff} />
      <TakeAway app={app} />
    </Dialog>
  );
}
