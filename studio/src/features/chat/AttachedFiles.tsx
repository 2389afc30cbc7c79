import { FileText, ImageIcon } from "lucide-react";
import { useMessages } from "@/messages/useMessages";
import type { Spoken } from "@/run/turns";

/** What was attached to a message, and what became of each. */
export function AttachedFiles({ attachments }: Pick<Spoken, "attachments">) {
  const { composer } = useMessages();
  return (
    <ul aria-label={composer.attachments} className="flex flex-wrap gap-2 text-sm">
      {attachments.map(({ id, name, kind, use }) => {
        const Shape = kind === "image" ? ImageIcon : FileText;
        return (
          <li key={id} className="inline-flex min-w-0 items-center gap-1.5 rounded-full border border-line bg-sunken px-3 py-1">
            <Shape aria-hidden size={14} className="shrink-0" />
            <span className="min-w-0 truncate">{name}</span>
            <span className="shrink-0 text-muted">{composer.became[use]}</span>
          </li>
        );
      })}
    </ul>
  );
}
