import { type Document, useDocuments } from "@/data/documents";
import { detailOf, findingsOf } from "@/data/problem";
import { nameOfFile } from "@/domain/titles";
import { useDocumentWords } from "@/messages/documents/useDocumentWords";
import { docDraft } from "@/run/begun";
import { useBroughtText } from "@/run/useBroughtText";
import { Fault } from "@/ui/Fault";
import { TextForm } from "@/ui/TextForm";

const byFile = (_: string, file?: string) => (file ? nameOfFile(file) : "");

interface Props {
  app: string;
  /** The text that this is a newer one of. */
  before: Document | null;
  onDone: (document: string) => void;
  onClose: () => void;
}

/** A text that is to be kept: typed, pasted, or a file. What is typed stays in this browser until it is kept. */
export function AddDoc({ app, before, onDone, onClose }: Props) {
  const words = useDocumentWords();
  const { add } = useDocuments(app);
  const { brought, sent, taken, drop } = useBroughtText(docDraft(before?.id ?? app), before?.title, byFile);
  const keep = ({ id }: { id: string }) => {
    taken();
    onDone(id);
  };
  const go = () => {
    const said = sent();
    if (said && !add.isPending) add.mutate({ ...said, replaces: before?.id ?? null }, { onSuccess: keep });
    return said !== null;
  };
  return (
    <TextForm heading={before ? words.versionTitle(before.title) : words.addTitle} {...(before ? { lead: words.versionText } : {})} words={words} brought={brought} send={{ label: add.isPending ? words.saving : words.save, busy: add.isPending, go }} onClose={() => (drop(), onClose())}>
      {add.isError && <Fault title={words.saveFailed} detail={detailOf(add.error)} findings={findingsOf(add.error)} />}
    </TextForm>
  );
}
