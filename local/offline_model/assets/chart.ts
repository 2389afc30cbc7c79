/** Lays figures out in a picture of 640 by 320. */
export type Figure = { label: string; value: number };
export type Mark = Figure & { key: number; x: number; y: number; middle: number; width: number; height: number };

export const picture = { width: 640, height: 320, left: 16, top: 32, bottom: 272 };

export function marks(figures: readonly Figure[]): Mark[] {
  const values = figures.map((figure) => figure.value);
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)];
  const step = (picture.width - 2 * picture.left) / Math.max(1, figures.length);
  const place = (value: number) =>
    Math.round(picture.bottom - ((value - least) / (most - least || 1)) * (picture.bottom - picture.top));
  return figures.map((figure, key) => {
    const [width, middle] = [Math.min(72, step * 0.7), picture.left + (key + 0.5) * step];
    const [end, zero] = [place(figure.value), place(0)];
    const height = Math.max(1, Math.abs(zero - end));
    return { ...figure, key, x: middle - width / 2, middle, y: Math.min(end, zero), width, height };
  });
}

export const tip = (mark: Mark): number => (mark.value < 0 ? mark.y + mark.height : mark.y);
export const path = (all: Mark[]): string => all.map((mark) => `${mark.middle},${tip(mark)}`).join(" ");
