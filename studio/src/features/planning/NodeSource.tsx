import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import type { PlanNode } from "@/data/planning";
import { textQuery } from "@/data/reading";
import { AROUND, pieceOf } from "@/domain/planning";
import { beginningOf, untilLine, withoutMarks } from "@/domain/quoted";
import { SourceText } from "@/features/planning/SourceText";
import { usePlanningWords } from "@/messages/planning/usePlanningWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { Working } from "@/ui/Working";

/** The place of the text that a part of a plan comes from, lit among what stands around it; others of it below. */
export function NodeSource({ app, node }: { app: string; node: PlanNode }) {
  const { plan: words } = usePlanningWords();
  const piece = pieceOf(node.source);
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-sans font-semibold">{words.source}</h3>
      {node.doc_anchor && <p className="text-sm [overflow-wrap:anywhere] text-muted">{node.doc_anchor}</p>}
      {piece ? <Piece app={app} document={node.document_id} piece={piece} /> : <p className="text-muted">{words.noSource}</p>}
      {node.source.slice(1).map(({ start, text }) => (
        <blockquote key={start} className="rounded-md border border-line bg-surface p-4 text-sm leading-6 [overflow-wrap:anywhere] whitespace-pre-wrap">
          {withoutMarks(text)}
        </blockquote>
      ))}
    </section>
  );
}

function Piece({ app, document, piece: { from, to, start, end } }: { app: string; document: string; piece: NonNullable<ReturnType<typeof pieceOf>> }) {
  const { common } = useMessages();
  const { plan: words } = usePlanningWords();
  const query = useQuery(textQuery(useApi(), app, document, from, to));
  if (query.isPending) return <Working label={common.loading} />;
  if (!query.data) return <Fault title={words.sourceFailed} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />;
  const points = [...query.data.text];
  const [before, lit, after] = [points.slice(0, start).join(""), points.slice(start, end).join(""), points.slice(end).join("")];
  const isCut = points.length - end >= AROUND;
  const begins = beginningOf(before + lit, before.length, from === 0);
  return <SourceText before={withoutMarks(before.slice(begins))} lit={withoutMarks(lit)} after={withoutMarks(isCut ? untilLine(after) : after)} label={words.source} />;
}
