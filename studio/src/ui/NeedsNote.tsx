import { ServerOff } from "lucide-react";
import type { Need } from "@/domain/needs";
import { useNeedWords } from "@/messages/planning/needs/useNeedWords";
import { useMessages } from "@/messages/useMessages";

const PARTS = 5;

interface Props {
  /** As a sentence begins: the name of a phase, or "It". */
  what: string;
  needs: readonly Need[];
  /** Those in it that need it, where not all of it does. */
  parts?: readonly string[];
}

/** That something, or some of its parts, needs what a published app has not, and what can be done. Nothing where nothing is needed. */
export function NeedsNote({ what, needs, parts = [] }: Props) {
  const { locale } = useMessages();
  const words = useNeedWords();
  if (needs.length === 0) return null;
  const format = new Intl.ListFormat(locale);
  const list = format.format(needs.map((need) => words.names[need]));
  const named = [...parts.slice(0, PARTS).map(words.quoted), ...(parts.length > PARTS ? ["\u2026"] : [])];
  return (
    <div className="flex gap-2 rounded-md bg-warn-soft p-3 text-sm text-warn">
      <ServerOff aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0" />
      <p className="min-w-0 [overflow-wrap:anywhere]">
        <strong>
          {named.length > 0 ? format.format(named) : what} {words.needs(list, named.length || 1)}
        </strong> {named.length > 0 && words.rest} {words.way}
      </p>
    </div>
  );
}
