import { useState } from "react";
import { detailOf } from "@/data/problem";
import { type Thread, useChangeThread } from "@/data/threads";
import { useThreadWords } from "@/messages/threads/useThreadWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { FIELD } from "@/ui/Field";
import { intoForm } from "@/ui/firstField";

interface Props {
  app: string;
  thread: Thread;
  onDone: () => void;
}

const LONGEST = 100;

/** The chat's name, to be written anew in its place. Enter saves it, Escape leaves it. */
export function RenameForm({ app, thread, onDone }: Props) {
  const texts = useThreadWords();
  const { threads, common, settings } = useMessages();
  const [title, setTitle] = useState(thread.title.slice(0, LONGEST));
  const change = useChangeThread(app);
  const save = () => {
    if (change.isPending) return;
    if (!title.trim() || title === thread.title) onDone();
    else change.mutate({ id: thread.id, title }, { onSuccess: onDone });
  };
  const why = detailOf(change.error) || threads.changeFailed;
  return (
    <form
      ref={intoForm}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onKeyDown={(event) => event.key === "Escape" && onDone()}
      className="flex flex-col gap-1 border-b border-line p-2 md:px-4"
    >
      <span className="flex items-center gap-2">
        <input
          aria-label={texts.nameLabel}
          aria-invalid={change.isError || undefined}
          value={title}
          maxLength={LONGEST}
          onChange={(event) => setTitle(event.target.value)}
          autoComplete="off"
          className={FIELD}
        />
        <Button type="submit" look="main" aria-disabled={change.isPending}>
          {settings.save}
        </Button>
        <Button onClick={onDone}>{common.cancel}</Button>
      </span>
      {change.isError && (
        <p role="alert" className="text-sm text-bad">
          {why}
        </p>
      )}
    </form>
  );
}
