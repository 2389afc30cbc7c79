import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

const SPARE = 8;

/** Which of many equally high rows are in sight, with a few on either side. At the end it stays at the end. */
export function useWindow(list: RefObject<HTMLElement | null>, count: number, row: number) {
  const [sight, setSight] = useState({ top: 0, height: 400 });
  const atEnd = useRef(true);
  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const look = () => {
      atEnd.current = element.scrollTop + element.clientHeight >= element.scrollHeight - row;
      setSight({ top: element.scrollTop, height: element.clientHeight });
    };
    const watcher = new ResizeObserver(look);
    watcher.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      watcher.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [list, row]);
  useLayoutEffect(() => {
    if (atEnd.current && list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [list, count]);
  const first = Math.max(0, Math.min(count, Math.floor(sight.top / row)) - SPARE);
  const last = Math.min(count, Math.ceil((sight.top + sight.height) / row) + SPARE);
  const reveal = (at: number) => {
    const element = list.current;
    if (!element) return;
    const top = at * row;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + row > element.scrollTop + element.clientHeight) element.scrollTop = top + row - element.clientHeight;
  };
  return { first, last, reveal };
}
