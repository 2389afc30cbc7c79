import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { begin, extend, type Ink, type Mark, type Point, stepped, type Tool, within, withMark } from "@/domain/sketch";

interface Size {
  width: number;
  height: number;
}

/**
 * What is drawn on a picture, by pointer or by keys. `cross` is where the keys are; null while only the pointer was used.
 * With the `hand` a finger moves the picture and draws nothing.
 */
export function useSketch({ width, height }: Size) {
  const [marks, setMarks] = useState<readonly Mark[]>([]);
  const [begun, setBegun] = useState<Mark | null>(null);
  const [cross, setCross] = useState<Point | null>(null);
  const [tool, setTool] = useState<Tool>("arrow");
  const [ink, setInk] = useState<Ink>("bad");
  const [hand, setHand] = useState(false);
  const end = (mark: Mark) => {
    setMarks((now) => withMark(now, mark));
    setBegun(null);
  };
  const placeOf = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLCanvasElement>): Point => {
    const box = currentTarget.getBoundingClientRect();
    return within({ x: ((clientX - box.left) * width) / box.width, y: ((clientY - box.top) * height) / box.height }, width, height);
  };
  const byKeys = (event: KeyboardEvent): void => {
    const at = cross ?? within({ x: width / 2, y: Math.min(height, width) / 2 }, width, height);
    const next = stepped(at, event.key, event.shiftKey);
    if (next) {
      const there = within(next, width, height);
      setCross(there);
      if (begun) setBegun(extend(begun, there));
    } else if (event.key === "Enter" || event.key === " ") {
      setCross(at);
      if (begun) end(extend(begun, at));
      else setBegun(begin(tool, ink, at));
    } else if (event.key === "Escape" && begun) setBegun(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    marks, begun, cross, tool, ink, hand, setInk, setHand,
    setTool: (next: Tool) => {
      setTool(next);
      setHand(false);
    },
    undo: () => setMarks((now) => now.slice(0, -1)),
    clear: () => setMarks([]),
    on: {
      onKeyDown: byKeys,
      onPointerDown: (event: PointerEvent<HTMLCanvasElement>) => {
        if (event.button !== 0 || hand) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setCross(null);
        setBegun(begin(tool, ink, placeOf(event)));
      },
      onPointerMove: (event: PointerEvent<HTMLCanvasElement>) => begun && cross === null && setBegun(extend(begun, placeOf(event))),
      onPointerUp: (event: PointerEvent<HTMLCanvasElement>) => begun && cross === null && end(extend(begun, placeOf(event))),
      onPointerCancel: () => setBegun(null),
    },
  };
}

export type Sketching = ReturnType<typeof useSketch>;
