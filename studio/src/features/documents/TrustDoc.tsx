import { ShieldCheck } from "lucide-react";
import { type Document, useDocuments } from "@/data/documents";
import { detailOf } from "@/data/problem";
import { useDocumentWords } from "@/messages/documents/useDocumentWords";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";

/** Until a person trusts a document, a request of a run that has read it waits for a person. */
export function TrustDoc({ app, document }: { app: string; document: Document }) {
  const words = useDocumentWords();
  const { trust } = useDocuments(app);
  if (document.confirmed)
    return (
      <p className="flex items-center gap-2 text-sm text-muted">
        <ShieldCheck aria-hidden size={16} strokeWidth={1.75} />
        {words.trusted}
      </p>
    );
  return (
    <div className="flex w-full flex-col gap-2 rounded-md bg-warn-soft p-3 text-sm">
      <p className="max-w-[68ch]">{words.trustText}</p>
      <Button className="self-start" aria-disabled={trust.isPending} onClick={() => trust.isPending || trust.mutate(document.id)}>
        {trust.isPending ? words.trusting : words.trust}
      </Button>
      {trust.isError && <Fault title={words.trustFailed} detail={detailOf(trust.error)} />}
    </div>
  );
}
