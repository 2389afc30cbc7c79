/** Marks on a picture, in its own pixels. */

export const TOOLS = ["arrow", "pen", "frame"] as const;
export type Tool = (typeof TOOLS)[number];
export const INKS = ["bad", "accent", "highlight", "ink"] as const;
export type Ink = (typeof INKS)[number];
export interface Point {
  x: number;
  y: number;
}
/** An arrow and a frame have two points, a pen's line has as many as it takes. */
export interface Mark {
  tool: Tool;
  ink: Ink;
  points: readonly Point[];
}

const MOST_MARKS = 200;
const MOST_POINTS = 4000;
const LEAST = 4;
const HEAD = 0.45;

/** A mark that begins here. */
export const begin = (tool: Tool, ink: Ink, at: Point): Mark => ({ tool, ink, points: [at] });

/** The mark drawn on to a place. A pen keeps its way, the others only where they begin and end. */
export function extend(mark: Mark, to: Point): Mark {
  const [first = to, ...rest] = mark.points;
  if (mark.tool !== "pen") return { ...mark, points: [first, to] };
  return mark.points.length < MOST_POINTS ? { ...mark, points: [first, ...rest, to] } : mark;
}

/** The marks with one more; one too short to be seen is none, and one too many leaves them as they are. */
export function withMark(marks: readonly Mark[], mark: Mark): readonly Mark[] {
  const [first] = mark.points;
  const seen = first && mark.points.some(({ x, y }) => Math.hypot(x - first.x, y - first.y) >= LEAST);
  return seen && marks.length < MOST_MARKS ? [...marks, mark] : marks;
}

/** The same place within a picture of this size. */
export function within({ x, y }: Point, width: number, height: number): Point {
  return { x: Math.round(Math.min(width, Math.max(0, x))), y: Math.round(Math.min(height, Math.max(0, y))) };
}

const STEPS: Record<string, Point> = { ArrowLeft: { x: -1, y: 0 }, ArrowRight: { x: 1, y: 0 }, ArrowUp: { x: 0, y: -1 }, ArrowDown: { x: 0, y: 1 } };

/** Where the cross goes by a key; null where that is none of its keys. */
export function stepped({ x, y }: Point, key: string, far: boolean): Point | null {
  const step = STEPS[key];
  const by = far ? 60 : 12;
  return step ? { x: x + step.x * by, y: y + step.y * by } : null;
}

/** The two barbs of an arrow that ends at `to`. */
export function barbs(from: Point, to: Point, length: number): readonly [Point, Point] {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const barb = (turn: number): Point => ({ x: to.x - length * Math.cos(angle + turn), y: to.y - length * Math.sin(angle + turn) });
  return [barb(HEAD), barb(-HEAD)];
}
