import { type ReactNode, useState } from "react";
import { codeOf, detailOf } from "@/data/problem";
import { count } from "@/domain/amounts";
import { keptFault } from "@/domain/knowledge";
import { useKnowledgeWords } from "@/messages/knowledge/useKnowledgeWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { arriveInForm } from "@/ui/firstField";
import { useFaultFocus } from "@/ui/useFaultFocus";

interface Props {
  label: string;
  text: string;
  most: number;
  tags?: readonly string[];
  save: { isPending: boolean; error: Error | null };
  /** `over`: in the place of what somebody else wrote meanwhile. */
  onSend: (over: boolean) => void;
  onClose: () => void;
  children: (faults: { text: string | null; tags: string | null }) => ReactNode;
}

/** Where something is written that is to be kept. What is wrong with it is said when one tries to save it. */
export function KeptForm({ label, text, most, tags = [], save, onSend, onClose, children }: Props) {
  const words = useKnowledgeWords();
  const { locale } = useMessages();
  const [tried, setTried] = useState(false);
  const { form, toFault } = useFaultFocus();
  const fault = keptFault(text, most, tags);
  const clashes = codeOf(save.error) === "STATE_CONFLICT";
  const said = { empty: words.wrongEmpty, long: words.wrongLong(count(most, locale)), tags: words.wrongTags };
  const send = () => {
    setTried(true);
    if (fault) toFault();
    else if (!save.isPending) onSend(clashes);
  };
  return (
    <form
      {...form}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="flex flex-col gap-3 rounded-md border border-edge bg-surface p-4"
    >
      <div ref={arriveInForm} className="contents">
        {children({ text: tried && fault && fault !== "tags" ? said[fault] : null, tags: tried && fault === "tags" ? said.tags : null })}
      </div>
      {save.error && <Fault title={clashes ? words.clash : words.failed} {...(clashes ? {} : { detail: detailOf(save.error) })} />}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="main" pill aria-disabled={save.isPending}>
          {save.isPending ? words.saving : words.save}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {words.cancel}
        </Button>
      </div>
    </form>
  );
}
