import { ServerOff } from "lucide-react";
import type { Need } from "@/domain/needs";
import { useNeedWords } from "@/messages/planning/needs/useNeedWords";
import { useMessages } from "@/messages/useMessages";

const PARTS = 5;

interface Props {
  /** As a sentence begins: the name of a phase, or "It". */
  what: string;
  needs: readonly Need[];
  parts?: readonly string[];
}

/** That something needs what a published app has not, which parts say so, and what can be done. Nothing where nothing is needed. */
export function NeedsNote({ what, needs, parts = [] }: Props) {
  const { locale } = useMessages();
  const words = useNeedWords();
  if (needs.length === 0) return null;
  const list = new Intl.ListFormat(locale).format(needs.map((need) => words.names[need]));
  const named = parts.length > PARTS ? [...parts.slice(0, PARTS), "\u2026"] : parts;
  return (
    <div className="flex gap-2 rounded-md bg-warn-soft p-3 text-sm text-warn">
      <ServerOff aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0" />
      <p className="min-w-0 [overflow-wrap:anywhere]">
        <strong>
          {what} {words.needs(list)}
        </strong> {named.length > 0 && words.about(named.join(", "))} {words.way}
      </p>
    </div>
  );
}
