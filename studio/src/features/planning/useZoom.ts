import { type KeyboardEvent, type RefObject, useCallback, useEffect, useState } from "react";

const [LEAST, MOST, STEP] = [0.25, 2, 1.25];
const within = (zoom: number) => Math.min(MOST, Math.max(LEAST, zoom));

export interface Zoom {
  zoom: number;
  nearer: () => void;
  farther: () => void;
  fit: () => void;
  onKey: (event: KeyboardEvent<HTMLElement>) => boolean;
}

/** How large something is drawn in a box that scrolls: as it fits at first, then by buttons, keys, or the wheel with Ctrl. */
export function useZoom(box: RefObject<HTMLElement | null>, width: number): Zoom {
  const [zoom, set] = useState(1);
  const by = useCallback((step: number) => set((now) => within(now * step)), []);
  const fit = useCallback(() => set(within(Math.min(1, (box.current?.clientWidth || width) / width))), [box, width]);
  useEffect(fit, [fit]);
  useEffect(() => {
    const place = box.current;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      by(event.deltaY < 0 ? 1.1 : 1 / 1.1);
    };
    place?.addEventListener("wheel", onWheel, { passive: false });
    return () => place?.removeEventListener("wheel", onWheel);
  }, [box, by]);
  const keys: Record<string, () => void> = { "+": () => by(STEP), "=": () => by(STEP), "-": () => by(1 / STEP), "0": fit };
  const onKey = (event: KeyboardEvent<HTMLElement>) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    act?.();
    return act !== undefined;
  };
  return { zoom, nearer: () => by(STEP), farther: () => by(1 / STEP), fit, onKey };
}
