import { FilePlus2 } from "lucide-react";
import type { Document } from "@/data/documents";
import { useIsMe } from "@/data/tenant";
import { count } from "@/domain/amounts";
import type { Line } from "@/domain/documents";
import type { DocLeads } from "@/features/documents/docLeads";
import { PlansOf } from "@/features/documents/PlansOf";
import { useDocumentWords } from "@/messages/documents/useDocumentWords";
import { useMessages } from "@/messages/useMessages";
import { arrive } from "@/ui/arrive";
import { Button } from "@/ui/Button";
import { HelpLink } from "@/ui/HelpLink";
import { Notice } from "@/ui/Notice";
import { useAgo } from "@/ui/useAgo";

interface Props {
  app: string;
  lines: readonly Line<Document>[];
  /** Whether there are older ones that are not shown. */
  more: boolean;
  onOpen: (document: string) => void;
  onAdd: () => void;
  leads: DocLeads;
}

/** The newest version of each text, newest first. */
export function DocList({ app, lines, more, onOpen, onAdd, leads }: Props) {
  const words = useDocumentWords();
  const isEmpty = lines.length === 0;
  const add = (
    <Button look={isEmpty ? "main" : "plain"} pill={isEmpty} icon={<FilePlus2 aria-hidden size={16} strokeWidth={1.75} />} className={isEmpty ? "" : "self-start"} onClick={onAdd}>
      {words.add}
    </Button>
  );
  if (isEmpty) {
    const begin = (
      <>
        {add}
        <HelpLink chapter="documents" />
      </>
    );
    return <Notice title={words.none} text={words.noneText} action={begin} />;
  }
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto flex max-w-[880px] flex-col gap-4 p-4 md:p-6">
        <p className="max-w-[68ch] text-muted">{words.lead}</p>
        {add}
        <ul ref={arrive} tabIndex={-1} aria-label={words.title} className="flex flex-col divide-y divide-line rounded-md border border-line bg-surface">
          {lines.map(({ newest, versions }) => (
            <li key={newest.id} className="flex flex-col gap-1 p-2">
              <button type="button" onClick={() => onOpen(newest.id)} className="flex flex-col gap-1 rounded-md p-2 text-left hover:bg-sunken">
                <span className="font-semibold [overflow-wrap:anywhere]">{newest.title}</span>
                <DocFacts document={newest} versions={versions.length} />
              </button>
              <PlansOf app={app} document={newest.id} leads={leads} />
            </li>
          ))}
        </ul>
        {more && <p className="text-sm text-muted">{words.some}</p>}
      </div>
    </div>
  );
}

/** How much it is, in how many versions, and who brought it when. */
export function DocFacts({ document, versions }: { document: Document; versions: number }) {
  const words = useDocumentWords();
  const { locale } = useMessages();
  const isMe = useIsMe();
  const ago = useAgo();
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
      <span>{words.words(document.words, count(document.words, locale))}</span>
      {versions > 1 && <span>{words.versions(versions)}</span>}
      <span className="[overflow-wrap:anywhere]">{words.by(isMe(document.created_by) ? words.you : document.created_by, ago(document.created_at))}</span>
    </span>
  );
}
