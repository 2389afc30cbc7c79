import { Link } from "@tanstack/react-router";
import { useEffect, useMemo, useRef } from "react";
import Markdown, { type Components } from "react-markdown";
import { type Chapter, placeIn } from "@/domain/manual";
import { CHAPTERS } from "@/features/help/chapters";
import { MARKDOWN_PARTS, MARKDOWN_PLUGINS } from "@/ui/Prose";

interface Props {
  chapter: Chapter;
  /** The section that a link named. */
  at: string | undefined;
}

/** A chapter of the manual, its sections under headings of their own. Where a link leads, there one is. */
export function ChapterText({ chapter, at }: Props) {
  const box = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  const parts = useMemo(() => partsIn(chapter.name), [chapter.name]);
  useEffect(() => {
    const place = box.current?.querySelector<HTMLElement>(at ? `[id="${CSS.escape(at)}"]` : "h2");
    // What one came to with a page of its own is read from its top.
    if (at || !isFirst.current) place?.scrollIntoView?.({ block: "start" });
    isFirst.current = false;
    if (at || document.activeElement === document.body) place?.focus({ preventScroll: true });
  }, [chapter.name, at]);
  return (
    <article ref={box} className="flex min-w-0 flex-col gap-4 text-chat">
      <h2 tabIndex={-1} className="scroll-mt-4 text-lg">
        {chapter.title}
      </h2>
      {chapter.sections.map(({ id, title, text }) => (
        <section key={id} aria-labelledby={id || undefined} className="flex max-w-[68ch] min-w-0 flex-col gap-3 [overflow-wrap:anywhere]">
          {id && (
            <h3 id={id} tabIndex={-1} className="scroll-mt-4 pt-2 font-sans font-semibold">
              {title}
            </h3>
          )}
          <Markdown remarkPlugins={MARKDOWN_PLUGINS} components={parts}>
            {text}
          </Markdown>
        </section>
      ))}
    </article>
  );
}

/** Links within the manual lead on within it; what is not of it here is words. */
function partsIn(here: string): Components {
  return {
    ...MARKDOWN_PARTS,
    a: ({ children, href = "" }) => {
      const place = placeIn(CHAPTERS, here, href);
      if (!place) return <span>{children}</span>;
      return (
        <Link to="/help" search={place} className="text-accent underline">
          {children}
        </Link>
      );
    },
  };
}
