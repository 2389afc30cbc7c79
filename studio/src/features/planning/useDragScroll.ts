import { type PointerEvent, type RefObject, useRef } from "react";

/** Lets a mouse drag what scrolls, where it is not on a button; a finger does so by itself. */
export function useDragScroll(box: RefObject<HTMLElement | null>) {
  const from = useRef<{ x: number; y: number } | null>(null);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType !== "mouse" || event.button !== 0 || (event.target as Element).closest("button")) return;
      from.current = { x: event.clientX, y: event.clientY };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent<HTMLElement>) => {
      if (!from.current) return;
      box.current?.scrollBy(from.current.x - clientX, from.current.y - clientY);
      from.current = { x: clientX, y: clientY };
    },
    onPointerUp: () => {
      from.current = null;
    },
  };
}
