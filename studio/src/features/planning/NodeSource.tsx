import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
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

/** Below a heading more is shown at once: what it is about stands there. */
const BELOW = 3_000;

/** The place of the text that a part of a plan comes from, lit among what stands around it; others of it below. */
export function NodeSource({ app, node }: { app: string; node: PlanNode }) {
  const { plan: words } = usePlanningWords();
  const [after, setAfter] = useState(node.extra_metadata.quoted ? AROUND : BELOW);
  const piece = pieceOf(node.source, after);
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-sans font-semibold">{words.source}</h3>
      {node.doc_anchor && <p className="text-sm [overflow-wrap:anywhere] text-muted">{node.doc_anchor}</p>}
      {piece ? <Piece app={app} document={node.document_id} piece={piece} after={after} onMore={() => setAfter(after + BELOW)} /> : <p className="text-muted">{words.noSource}</p>}
      {node.source.slice(1).map(({ start, text }) => (
        <blockquote key={start} className="rounded-md border border-line bg-surface p-4 text-sm leading-6 [overflow-wrap:anywhere] whitespace-pre-wrap">
          {withoutMarks(text)}
        </blockquote>
      ))}
    </section>
  );
}

interface PieceProps {
  app: string;
  document: string;
  piece: NonNullable<ReturnType<typeof pieceOf>>;
  /** How much of what stands behind the place was asked for. */
  after: number;
  onMore: () => void;
}

function Piece({ app, document, piece: { from, to, start, end }, after: most, onMore }: PieceProps) {
  const { common } = useMessages();
  const { plan: words } = usePlanningWords();
  const query = useQuery({ ...textQuery(useApi(), app, document, from, to), placeholderData: keepPreviousData });
  if (query.isPending) return <Working label={common.loading} />;
  if (!query.data) return <Fault title={words.sourceFailed} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />;
  const points = [...query.data.text];
  const [before, lit, after] = [points.slice(0, start).join(""), points.slice(start, end).join(""), points.slice(end).join("")];
  const isCut = points.length - end >= most;
  const begins = beginningOf(before + lit, before.length, from === 0);
  return (
    <>
      <SourceText before={withoutMarks(before.slice(begins))} lit={withoutMarks(lit)} after={withoutMarks(isCut ? untilLine(after) : after)} label={words.source} />
      {isCut && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          {words.goesOn}
          <Button onClick={onMore}>{words.readOn}</Button>
        </p>
      )}
    </>
  );
}
