import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef } from "react";
import { useApi } from "@/data/api";
import type { Document } from "@/data/documents";
import { textQuery } from "@/data/reading";
import { headingsOf, PIECE, pieceAt, sectionsOf, unitsTo } from "@/domain/documents";
import { DocOutline } from "@/features/documents/DocOutline";
import { useDocumentWords } from "@/messages/documents/useDocumentWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { classes } from "@/ui/classes";
import { Fault } from "@/ui/Fault";
import { Prose } from "@/ui/Prose";
import { Working } from "@/ui/Working";

interface Props {
  app: string;
  document: Document;
  /** The place that was looked for, in code points. */
  at: number;
  onAt: (at: number) => void;
}

/** A text with its outline beside it; a long one in parts. The way from part to part stays where it is while one is loaded. */
export function DocText({ app, document, at, onAt }: Props) {
  const start = pieceAt(Math.min(at, Math.max(0, document.length - 1)));
  const parts = Math.ceil(document.length / PIECE);
  const steps = parts > 1 && <Steps now={start / PIECE} all={parts} onPart={(part) => onAt(part * PIECE)} />;
  return (
    <>
      {steps}
      <Loaded app={app} document={document} start={start} place={at - start} />
      {steps}
    </>
  );
}

function Loaded({ app, document, start, place }: { app: string; document: Document; start: number; place: number }) {
  const { common } = useMessages();
  const words = useDocumentWords();
  const query = useQuery(textQuery(useApi(), app, document.id, start, Math.min(document.length, start + PIECE)));
  if (query.isPending) return <Working label={common.loading} />;
  if (!query.data) return <Fault title={words.textFailed} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />;
  return <Piece key={start} text={query.data.text} isMarkdown={document.kind !== "text"} place={place} />;
}

function Piece({ text, isMarkdown, place }: { text: string; isMarkdown: boolean; place: number }) {
  const words = useDocumentWords();
  const lit = useMemo(() => unitsTo(text, place), [text, place]);
  const headings = useMemo(() => (isMarkdown ? headingsOf(text) : []), [text, isMarkdown]);
  const sections = useMemo(() => sectionsOf(text, headings, lit), [text, headings, lit]);
  const box = useRef<HTMLDivElement>(null);
  const goTo = (at: number) => {
    const section = box.current?.querySelector<HTMLElement>(`[data-at="${at}"]`);
    section?.scrollIntoView?.({ block: "start" });
    section?.focus({ preventScroll: true });
  };
  useEffect(() => {
    if (lit > 0) goTo(lit);
  }, [lit]);
  return (
    <div className="flex gap-6 @max-3xl:flex-col">
      {headings.length > 1 && <DocOutline headings={headings} onGo={goTo} />}
      <div ref={box} role="region" aria-label={words.reading} className="min-w-0 grow rounded-md border border-line bg-surface p-4 md:p-6">
        {sections.map((section) => (
          <div key={section.at} data-at={section.at} tabIndex={-1} className={classes("scroll-mt-4 py-1.5", section.at === lit && lit > 0 && "-ml-4 border-l-4 border-highlight pl-3")}>
            {isMarkdown ? <Prose text={section.text} /> : <p className="max-w-[68ch] [overflow-wrap:anywhere] whitespace-pre-wrap">{section.text}</p>}
          </div>
        ))}
      </div>
    </div>
  );
}

function Steps({ now, all, onPart }: { now: number; all: number; onPart: (part: number) => void }) {
  const words = useDocumentWords();
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button aria-disabled={now === 0} onClick={() => now > 0 && onPart(now - 1)}>
        {words.previous}
      </Button>
      <span className="text-sm text-muted">{words.part(now + 1, all)}</span>
      <Button aria-disabled={now + 1 >= all} onClick={() => now + 1 < all && onPart(now + 1)}>
        {words.next}
      </Button>
    </div>
  );
}
