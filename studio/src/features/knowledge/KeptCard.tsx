import { Pencil } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { detailOf } from "@/data/problem";
import { useIsMe } from "@/data/tenant";
import { useKnowledgeWords } from "@/messages/knowledge/useKnowledgeWords";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { SureButton } from "@/ui/SureButton";
import { useAgo } from "@/ui/useAgo";

interface Kept {
  id: string;
  created_by: string;
  updated_at: string;
  version: number;
}

interface Props {
  kept: Kept;
  title: string;
  /** Whether another wording is kept that is not saved yet. */
  begun: boolean;
  remove: { mutate: (kept: Kept) => void; isPending: boolean; error: Error | null };
  form: (onClose: () => void) => ReactNode;
  children: ReactNode;
}

/** One thing that is kept: its words, who wrote it when, and how it is changed or deleted. */
export function KeptCard({ kept, title, begun, remove, form, children }: Props) {
  const words = useKnowledgeWords();
  const isMe = useIsMe();
  const ago = useAgo();
  const [editing, setEditing] = useState(begun);
  const edit = useRef<HTMLButtonElement>(null);
  const close = () => {
    setEditing(false);
    requestAnimationFrame(() => edit.current?.focus());
  };
  if (editing) return <li>{form(close)}</li>;
  return (
    <li className="flex flex-col gap-2 rounded-md border border-line bg-surface p-4">
      {title && <h2 className="font-sans text-base font-semibold [overflow-wrap:anywhere]">{title}</h2>}
      {children}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="min-w-0 grow basis-48 truncate text-sm text-muted">{words.by(isMe(kept.created_by) ? words.you : kept.created_by, ago(kept.updated_at))}</p>
        <Button ref={edit} look="quiet" icon={<Pencil aria-hidden size={16} strokeWidth={1.75} />} onClick={() => setEditing(true)}>
          {words.edit}
        </Button>
        <SureButton look="quiet" danger label={words.remove} question={words.removeText} busy={remove.isPending} onSure={() => remove.mutate(kept)} />
      </div>
      {remove.error && <Fault title={words.removeFailed} detail={detailOf(remove.error)} />}
    </li>
  );
}
