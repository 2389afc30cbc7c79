import { useMemo } from "react";
import type { PlanTreeNode } from "@/data/planning";
import { circles, tiesOf } from "@/domain/planParts";
import { GraphBox } from "@/features/planning/GraphBox";
import { layOut } from "@/features/planning/layOut";
import { PlanMark } from "@/features/planning/PlanMark";
import { useViewWords } from "@/messages/planning/views/useViewWords";
import { Notice } from "@/ui/Notice";
import { useWide } from "@/ui/useWide";

interface Props {
  parts: readonly PlanTreeNode[];
  onOpen: (node: string) => void;
}

/** Which parts of a plan wait for which, as cards in layers with lines between them; what is tied to nothing stands below. */
export function PlanGraph({ parts, onOpen }: Props) {
  const { graph: words } = useViewWords();
  const wide = useWide();
  const ties = useMemo(() => tiesOf(parts), [parts]);
  const round = useMemo(() => circles(ties), [ties]);
  const tied = useMemo(() => new Set(ties.flatMap(({ from, to }) => [from, to])), [ties]);
  const drawn = useMemo(() => parts.filter(({ id }) => tied.has(id)), [parts, tied]);
  const drawing = useMemo(() => layOut(drawn.map(({ id }) => id), ties, !wide), [drawn, ties, wide]);
  const free = parts.filter(({ id }) => !tied.has(id));
  if (ties.length === 0) return <Notice title={words.none} text={words.noneText} />;
  return (
    <div className="flex flex-col gap-4">
      {round.size > 0 && <p className="rounded-md bg-warn-soft p-3 text-sm text-warn">{words.circle}</p>}
      <GraphBox key={String(wide)} nodes={drawn} drawing={drawing} round={round} isNarrow={!wide} onOpen={onOpen} />
      {free.length > 0 && (
        <details className="rounded-md border border-line bg-surface">
          <summary className="min-h-10 cursor-pointer p-3 text-sm font-semibold">{words.free(free.length)}</summary>
          <ul className="flex flex-col gap-1 px-3 pb-3">
            {free.map(({ id, title, status }) => (
              <li key={id}>
                <button type="button" onClick={() => onOpen(id)} className="flex items-center gap-2 rounded-sm text-left text-sm [overflow-wrap:anywhere] hover:text-accent max-md:min-h-11">
                  <PlanMark state={status} iconOnly />
                  {title}
                </button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
