import { barbs, type Ink, type Mark } from "@/domain/sketch";

/** The colours of the theme, as a canvas takes them. */
export function inkOf(ink: Ink | "paper", place: Element): string {
  const probe = document.createElement("span");
  probe.style.color = `var(--${ink})`;
  place.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Draws a mark in the picture's own pixels; a light edge lets it be seen on any ground. */
export function drawMark(to: CanvasRenderingContext2D, mark: Mark, colour: string, edge: string): void {
  const width = Math.max(3, to.canvas.width / 260);
  for (const [style, extra] of [[edge, 3], [colour, 0]] as const) {
    to.strokeStyle = style;
    to.lineWidth = width + extra;
    to.lineCap = "round";
    to.lineJoin = "round";
    to.beginPath();
    trace(to, mark, width * 5);
    to.stroke();
  }
}

function trace(to: CanvasRenderingContext2D, { tool, points }: Mark, head: number): void {
  const [first, ...rest] = points;
  const last = rest.at(-1);
  if (!first || !last) return;
  if (tool === "frame") {
    to.rect(first.x, first.y, last.x - first.x, last.y - first.y);
    return;
  }
  to.moveTo(first.x, first.y);
  for (const { x, y } of tool === "pen" ? rest : [last]) to.lineTo(x, y);
  if (tool === "pen") return;
  const [left, right] = barbs(first, last, head);
  to.moveTo(left.x, left.y);
  to.lineTo(last.x, last.y);
  to.lineTo(right.x, right.y);
}
