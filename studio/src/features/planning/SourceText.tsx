import { useEffect, useRef } from "react";

interface Props {
  /** A piece of the text: what is meant, and what stands before and after it. */
  before: string;
  lit: string;
  after: string;
  label: string;
}

/** A piece of the document with the place that says so lit. It is text of a stranger: shown as text. */
export function SourceText({ before, lit, after, label }: Props) {
  const mark = useInView([before, lit]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it
    <div tabIndex={0} role="region" aria-label={label} className="max-h-[28rem] overflow-y-auto rounded-md border border-line bg-surface p-4 text-sm leading-6 [overflow-wrap:anywhere] whitespace-pre-wrap">
      {before}
      <mark ref={mark} className="rounded-sm bg-highlight text-on-highlight">
        {lit}
      </mark>
      {after}
    </div>
  );
}

/** What is lit is seen without scrolling; the page around it stays where it is. */
function useInView(shown: readonly unknown[]) {
  const mark = useRef<HTMLElement>(null);
  useEffect(() => {
    const box = mark.current?.parentElement;
    if (mark.current && box) box.scrollTop = Math.max(0, mark.current.offsetTop - box.offsetTop - 48);
  }, shown);
  return mark;
}
