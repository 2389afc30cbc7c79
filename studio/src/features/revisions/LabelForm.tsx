import { Tag } from "lucide-react";
import { type FormEvent, useState } from "react";
import { detailOf } from "@/data/problem";
import type { Revision } from "@/data/revision";
import { useLabel } from "@/data/revisions";
import { useHistoryWords } from "@/messages/history/useHistoryWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { intoForm } from "@/ui/firstField";

const MOST = 80;

/** Gives a revision a name, so that it is found again. An empty name takes it away. */
export function LabelForm({ app, revision }: { app: string; revision: Revision }) {
  const history = useHistoryWords();
  const { common } = useMessages();
  const [label, setLabel] = useState<string | null>(null);
  const save = useLabel(app, revision.id);
  if (label === null) {
    return (
      <Button look="quiet" icon={<Tag aria-hidden size={16} />} onClick={() => setLabel(revision.label ?? "")}>
        {revision.label ? history.rename : history.name}
      </Button>
    );
  }
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate(label, { onSuccess: () => setLabel(null) });
  };
  return (
    <form ref={intoForm} onSubmit={send} className="flex w-full flex-wrap gap-2">
      <input
        aria-label={history.nameLabel}
        placeholder={history.nameHint}
        value={label}
        maxLength={MOST}
        onChange={(event) => setLabel(event.target.value)}
        className="min-h-10 min-w-0 grow rounded-md border border-edge bg-surface px-3 placeholder:text-muted max-md:min-h-11"
      />
      <Button type="submit" aria-disabled={save.isPending}>
        {history.saveName}
      </Button>
      <Button look="quiet" onClick={() => setLabel(null)}>
        {common.cancel}
      </Button>
      {save.isError && <Fault title={history.nameFailed} detail={detailOf(save.error)} />}
    </form>
  );
}
