import { useEffect, useRef } from "react";

interface Props {
  /** A piece of the text, and what of it is meant; both in code points. */
  text: string;
  start: number;
  end: number;
  label: string;
}

/** A piece of the document with the place that says so lit. It is text of a stranger: shown as it is. */
export function SourceText({ text, start, end, label }: Props) {
  const points = [...text];
  const mark = useInView([text, start, end]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it
    <div tabIndex={0} role="region" aria-label={label} className="max-h-[28rem] overflow-y-auto rounded-md border border-line bg-surface p-4 text-sm leading-6 [overflow-wrap:anywhere] whitespace-pre-wrap">
      {points.slice(0, start).join("")}
      <mark ref={mark} className="rounded-sm bg-highlight text-on-highlight">
        {points.slice(start, end).join("")}
      </mark>
      {points.slice(end).join("")}
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
