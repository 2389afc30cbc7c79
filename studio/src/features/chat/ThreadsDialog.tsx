import { useDeferredValue, useState } from "react";
import { type ChatPlace, NEW_CHAT } from "@/domain/place";
import { FoundThreads } from "@/features/chat/FoundThreads";
import { ThreadList } from "@/features/chat/ThreadList";
import { useThreadWords } from "@/messages/threads/useThreadWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { TextField } from "@/ui/TextField";

interface Props {
  app: string;
  current: string | null;
  onPlace: (place: ChatPlace) => void;
  onClose: () => void;
}

/** All chats of the app: to be found, opened, removed and brought back. */
export function ThreadsDialog({ app, current, onPlace, onClose }: Props) {
  const texts = useThreadWords();
  const { threads, common } = useMessages();
  const [words, setWords] = useState("");
  const [removed, setRemoved] = useState(false);
  const wanted = useDeferredValue(words.trim());
  const open = (place: ChatPlace) => {
    onClose();
    onPlace(place);
  };
  return (
    <Dialog title={removed ? texts.removedChats : threads.menu} close={common.close} onClose={onClose}>
      {!removed && <TextField label={threads.find} hint={texts.findHint} value={words} onChange={setWords} />}
      {wanted && !removed ? (
        <FoundThreads app={app} words={wanted} onOpen={open} />
      ) : (
        <ThreadList key={String(removed)} app={app} removed={removed} current={current} onPlace={onPlace} onOpen={open} />
      )}
      <div className="flex flex-wrap justify-between gap-2">
        <Button look="quiet" onClick={() => setRemoved(!removed)}>
          {removed ? texts.backToChats : texts.removedChats}
        </Button>
        <Button look="main" onClick={() => open({ chat: NEW_CHAT })}>
          {threads.new}
        </Button>
      </div>
    </Dialog>
  );
}
