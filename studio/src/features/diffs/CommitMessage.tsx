import { useState } from "react";
import type { Schemas } from "@/data/api";
import { useRefine } from "@/data/diffs";
import { detailOf } from "@/data/problem";
import { useChangeWords } from "@/messages/changes/useChangeWords";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { WordsField } from "@/ui/WordsField";

const STYLES = ["plain", "short", "conventional"] as const;

interface Props {
  diff: string;
  /** The choice, where only a part is kept: the proposal's own message is about all of it. */
  review: Schemas["Review"] | null;
  value: string;
  onChange: (words: string) => void;
  onMade: (words: string) => void;
}

/** The words that the history will show, written by hand, made from the change, or by the model as it is told. */
export function CommitMessage({ diff, review, value, onChange, onMade }: Props) {
  const changes = useChangeWords();
  const [how, setHow] = useState("");
  const refine = useRefine(diff);
  const instructions = how.trim();
  const make = (style: (typeof STYLES)[number], told?: string) => {
    if (refine.isPending) return;
    const body = { style, ...(told ? { instructions: told } : {}), ...(review ? { review } : {}) };
    refine.mutate(body, { onSuccess: (made) => onMade(made.commit_message) });
  };
  return (
    <div className="flex flex-col gap-2">
      <WordsField label={changes.message} hint={review && !value ? changes.partMessage : undefined} value={value} onChange={onChange} />
      <details className="text-sm">
        <summary className="w-fit cursor-pointer text-accent max-md:py-3">{changes.refine}</summary>
        <div className="mt-2 flex flex-col gap-3">
          <div role="group" aria-label={changes.refine} className="flex flex-wrap gap-2">
            {STYLES.map((style) => (
              <Button key={style} aria-disabled={refine.isPending} onClick={() => make(style)}>
                {changes.styles[style]}
              </Button>
            ))}
          </div>
          <WordsField label={changes.refineHow} value={how} onChange={setHow} />
          <Button className="self-start" aria-disabled={!instructions || refine.isPending} onClick={() => instructions && make("plain", instructions)}>
            {refine.isPending ? changes.writing : changes.refineByModel}
          </Button>
        </div>
      </details>
      {refine.data?.why && <p role="status" className="text-sm text-muted">{changes.notByModel} {refine.data.why}</p>}
      {refine.isError && <Fault title={changes.refineFailed} detail={detailOf(refine.error)} />}
    </div>
  );
}
