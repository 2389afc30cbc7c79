import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import type { useTurns } from "@/data/chatTurns";
import type { Spoken } from "@/run/turns";

interface Feed {
  all: readonly Spoken[];
  read: ReturnType<typeof useTurns>;
  scroll: RefObject<HTMLDivElement | null>;
  turn: string | undefined;
  /** The run of what was said last from here. */
  said: string | null;
}

/** The height of the line above the oldest turn. */
const ABOVE = 48;
const GUESS = 180;
const NEAR_END = 60;
const NEAR_TOP = 3;

/**
 * Which turns are drawn, and where. It begins at the newest turn and stays there while that grows; who has scrolled away
 * stays where they are, also when older turns come in above. The turn that has the focus stays, wherever one scrolls.
 */
export function useFeed({ all, read, scroll, turn, said }: Feed) {
  const focused = useRef<string | null>(null);
  const virtual = useVirtualizer({
    count: all.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => GUESS,
    getItemKey: (index) => all[index]?.run ?? index,
    rangeExtractor: (range) => withFocused(range, all.findIndex(({ run }) => run === focused.current)),
    overscan: 3,
    paddingStart: ABOVE,
    anchorTo: "end",
    followOnAppend: true,
    scrollEndThreshold: NEAR_END,
    directDomUpdates: true,
    useFlushSync: false,
  });
  const rows = virtual.getVirtualItems();
  useBeginAtEnd(virtual, turn !== undefined);
  useStayAtEnd(scroll, turn !== undefined);
  useSaid(virtual, all, said);
  useOlder(read, rows[0]?.index ?? 0);
  useFound(virtual, { all, read, scroll, turn });
  return {
    rows,
    containerRef: virtual.containerRef,
    measure: virtual.measureElement,
    atEnd: virtual.isAtEnd(NEAR_END),
    toEnd: () => virtual.scrollToEnd(),
    onFocus: ({ target }: FocusEvent) => {
      focused.current = all[rowOf(target)]?.run ?? null;
    },
    onBlur: () => {
      focused.current = null;
    },
    onKeyDown: (event: KeyboardEvent) => {
      const step = event.key === "PageDown" ? 1 : event.key === "PageUp" ? -1 : 0;
      const next = rowOf(event.target) + step;
      if (!step || isWriting(event.target) || next < 0 || next >= all.length) return;
      event.preventDefault();
      goTo(virtual, scroll, next);
    },
  };
}

type Virtual = ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>;

function useBeginAtEnd(virtual: Virtual, elsewhere: boolean): void {
  useLayoutEffect(() => {
    if (!elsewhere) virtual.scrollToEnd();
  }, [virtual, elsewhere]);
}

/**
 * A turn that is first drawn short and then whole grows below the edge, unseen by the virtualizer while all fitted before.
 * Only who scrolls up leaves the end, and who unfolds something: that stays under the pointer, and its words come below it.
 */
function useStayAtEnd(scroll: Feed["scroll"], elsewhere: boolean): void {
  useEffect(() => {
    const box = scroll.current;
    const feed = box?.querySelector("[role=feed]");
    if (!box || !feed) return;
    let stays = !elsewhere;
    let top = box.scrollTop;
    let held: { fold: Element; top: number } | null = null;
    const onClick = ({ target }: Event) => {
      const fold = target instanceof Element ? target.closest("summary, button") : null;
      held = fold && { fold, top: fold.getBoundingClientRect().top };
    };
    const onNext = () => (held = null);
    const onScroll = () => {
      if (box.scrollHeight - box.scrollTop - box.clientHeight <= NEAR_END) stays = true;
      else if (box.scrollTop < top) stays = false;
      top = box.scrollTop;
    };
    const grown = new ResizeObserver(() => {
      if (held?.fold.isConnected) box.scrollTop += held.fold.getBoundingClientRect().top - held.top;
      else if (stays) box.scrollTop = box.scrollHeight;
    });
    const leaving = new AbortController();
    const { signal } = leaving;
    box.addEventListener("scroll", onScroll, { passive: true, signal });
    box.addEventListener("click", onClick, { capture: true, signal });
    for (const next of ["wheel", "touchmove", "keydown", "pointerdown"]) document.addEventListener(next, onNext, { capture: true, passive: true, signal });
    grown.observe(box);
    grown.observe(feed);
    return () => {
      leaving.abort();
      grown.disconnect();
    };
  }, [scroll, elsewhere]);
}

/** What a person has just said comes into sight, wherever they had scrolled to. */
function useSaid(virtual: Virtual, all: Feed["all"], said: string | null): void {
  const shown = useRef(said);
  useEffect(() => {
    if (said === null || shown.current === said || !all.some(({ run }) => run === said)) return;
    shown.current = said;
    virtual.scrollToEnd();
  }, [virtual, all, said]);
}

/** Older turns are read before one gets to them. */
function useOlder(read: Feed["read"], first: number): void {
  const { readOlder, more, reading, unread } = read;
  useEffect(() => {
    if (first < NEAR_TOP && more && !reading && !unread) void readOlder();
  });
}

/** Goes to the turn that was looked for, once: as far back as it takes. */
function useFound(virtual: Virtual, { all, read, scroll, turn }: Omit<Feed, "said">): void {
  const shown = useRef<string | undefined>(undefined);
  const { readOlder, more, reading, unread } = read;
  useEffect(() => {
    if (!turn || shown.current === turn) return;
    const at = all.findIndex((one) => one.turn?.id === turn);
    if (at >= 0) {
      shown.current = turn;
      goTo(virtual, scroll, at);
    } else if (more && !reading && !unread) void readOlder();
    else if (!more) shown.current = turn;
  });
}

/** Scrolls to a turn, and puts the focus on it when it is drawn. */
function goTo(virtual: Virtual, scroll: Feed["scroll"], index: number): void {
  virtual.scrollToIndex(index, { align: "start" });
  const focus = (tries: number) => {
    const article = scroll.current?.querySelector<HTMLElement>(`[data-index="${index}"] > article`);
    if (article) article.focus({ preventScroll: true });
    else if (tries > 0) requestAnimationFrame(() => focus(tries - 1));
  };
  requestAnimationFrame(() => focus(20));
}

function withFocused(range: Range, at: number): number[] {
  const drawn = defaultRangeExtractor(range);
  if (at < 0 || drawn.includes(at)) return drawn;
  return [...drawn, at].toSorted((one, other) => one - other);
}

function rowOf(target: EventTarget): number {
  const row = target instanceof Element ? target.closest<HTMLElement>("[data-index]") : null;
  return row ? Number(row.dataset["index"]) : Number.NaN;
}

function isWriting(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");
}
