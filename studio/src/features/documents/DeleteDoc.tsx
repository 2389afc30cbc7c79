import { useDocuments } from "@/data/documents";
import { codeOf, detailOf } from "@/data/problem";
import { usePlansOf } from "@/features/documents/PlansOf";
import { useDocumentWords } from "@/messages/documents/useDocumentWords";
import { Fault } from "@/ui/Fault";
import { SureButton } from "@/ui/SureButton";

interface Props {
  app: string;
  document: string;
  versions: number;
  onDeleted: () => void;
}

/** Deletes a text after what that means was said. One that a plan points to stays, and that is said in the place of it. */
export function DeleteDoc({ app, document, versions, onDeleted }: Props) {
  const words = useDocumentWords();
  const { remove } = useDocuments(app);
  const isUsed = usePlansOf(app, document).length > 0 || codeOf(remove.error) === "DOCUMENT_IN_USE";
  // the list is read again before this ends, and what is deleted is no longer shown then: only the promise goes on
  const sure = () => void remove.mutateAsync(document).then(onDeleted, () => undefined);
  if (isUsed) return <p className="text-sm text-muted">{words.inUse}</p>;
  return (
    <>
      <SureButton look="quiet" danger label={words.remove} question={words.removeText(versions)} busy={remove.isPending} onSure={sure} />
      {remove.isError && <Fault title={words.removeFailed} detail={detailOf(remove.error)} />}
    </>
  );
}
