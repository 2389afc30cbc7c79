import { useMemo } from "react";
import type { PlanTreeNode } from "@/data/planning";
import { circles, tiesOf, waitInside } from "@/domain/planParts";
import { GraphBox } from "@/features/planning/GraphBox";
import { layOut } from "@/features/planning/layOut";
import { PartsList } from "@/features/planning/PartsList";
import { useViewWords } from "@/messages/planning/views/useViewWords";
import { Notice } from "@/ui/Notice";
import { useWide } from "@/ui/useWide";

interface Props {
  /** All that the parts are taken from. */
  tree: readonly PlanTreeNode[];
  parts: readonly PlanTreeNode[];
  onOpen: (node: string) => void;
}

/** Which parts of a plan wait for which, as cards in layers with lines between them; what is tied to nothing stands below. */
export function PlanGraph({ tree, parts, onOpen }: Props) {
  const { graph: words } = useViewWords();
  const wide = useWide();
  const ties = useMemo(() => tiesOf(parts), [parts]);
  const round = useMemo(() => circles(ties), [ties]);
  const tied = useMemo(() => new Set(ties.flatMap(({ from, to }) => [from, to])), [ties]);
  const drawn = useMemo(() => parts.filter(({ id }) => tied.has(id)), [parts, tied]);
  const drawing = useMemo(() => layOut(drawn.map(({ id }) => id), ties, !wide), [drawn, ties, wide]);
  const free = parts.filter(({ id }) => !tied.has(id));
  if (ties.length === 0) return <Untied tree={tree} parts={parts} onOpen={onOpen} />;
  return (
    <div className="flex flex-col gap-4">
      {round.size > 0 && <p className="rounded-md bg-warn-soft p-3 text-sm text-warn">{words.circle}</p>}
      <GraphBox key={String(wide)} nodes={drawn} drawing={drawing} round={round} isNarrow={!wide} onOpen={onOpen} />
      <PartsList nodes={free} title={words.free(free.length)} onOpen={onOpen} />
    </div>
  );
}

/** No part waits for another: then tasks do so within one part, or nothing waits at all. */
function Untied({ tree, parts, onOpen }: Props) {
  const { graph: words } = useViewWords();
  const inside = waitInside(tree, parts);
  if (inside.length === 0) return <Notice title={words.none} text={words.noneText} />;
  return (
    <div className="flex flex-col gap-4">
      <Notice title={words.inside} text={words.insideText} />
      <PartsList nodes={inside} title={words.insideOf(inside.length)} isOpen onOpen={onOpen} />
    </div>
  );
}
