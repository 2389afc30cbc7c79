import { GripVertical } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { inRange, NARROWEST, WIDEST } from "@/domain/sizes";
import { useMessages } from "@/messages/useMessages";

const STEP = 10;
const LEAP = 100;

interface Props {
  width: number;
  /** How wide it is drawn, and how much room there is. */
  shown: number;
  room: number;
  onWidth: (width: number) => void;
}

const KEYS: Record<string, (width: number) => number> = {
  ArrowRight: (width) => width + STEP,
  ArrowUp: (width) => width + STEP,
  ArrowLeft: (width) => width - STEP,
  ArrowDown: (width) => width - STEP,
  PageUp: (width) => width + LEAP,
  PageDown: (width) => width - LEAP,
  Home: () => NARROWEST,
  End: () => WIDEST,
};

/** The right edge of the page, to be drawn along or moved by keys. The page stands in the middle, so it grows by twice. */
export function WidthSlider({ width, shown, room, onWidth }: Props) {
  const { preview } = useMessages();
  const from = useRef<{ x: number; width: number } | null>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = KEYS[event.key];
    if (!step) return;
    event.preventDefault();
    onWidth(inRange(step(width)));
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { x: event.clientX, width };
  };
  const onPointerMove = (event: PointerEvent) => {
    if (from.current) onWidth(Math.min(inRange(from.current.width + 2 * (event.clientX - from.current.x)), Math.max(NARROWEST, Math.round(room))));
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={preview.width}
      aria-valuemin={NARROWEST}
      aria-valuemax={WIDEST}
      aria-valuenow={width}
      aria-valuetext={preview.pixels(width)}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => (from.current = null)}
      onPointerCancel={() => (from.current = null)}
      className="absolute top-1/2 flex h-16 w-4 -translate-y-1/2 cursor-ew-resize touch-none items-center justify-center rounded-sm border border-edge bg-surface text-muted outline-offset-[-3px] hover:text-ink max-md:hidden"
      style={{ left: (room + shown) / 2 }}
    >
      <GripVertical aria-hidden size={16} strokeWidth={1.75} />
    </div>
  );
}
