/** How large a page is shown; null is as much as there is room. */
export interface Size {
  width: number | null;
  height: number | null;
}

export const DEVICES = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  laptop: { width: 1280, height: 800 },
  whole: { width: null, height: null },
} as const satisfies Record<string, Size>;
export type Device = keyof typeof DEVICES;

export const NARROWEST = 280;
export const WIDEST = 1920;

/** The device that a size is one of, whichever way it is turned. */
export function deviceOf({ width, height }: Size): Device | null {
  const known = Object.entries(DEVICES).find(([, one]) => (one.width === width && one.height === height) || (one.width === height && one.height === width));
  return (known?.[0] as Device) ?? null;
}

/** The size on its side. */
export const turned = ({ width, height }: Size): Size => ({ width: height, height: width });

export const inRange = (width: number): number => Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)));

export interface Laid {
  width: number;
  height: number;
  /** How much smaller it is drawn, so that its width fits: 1 is as it is. */
  scale: number;
}

/** How a size lies in the room there is: never wider than the room, and as high as there is room for. */
export function laidOut(size: Size, room: { width: number; height: number }): Laid {
  const width = size.width ?? room.width;
  const scale = width > room.width && room.width > 0 ? room.width / width : 1;
  const most = room.height / scale;
  return { width, height: size.height === null ? most : Math.min(size.height, most), scale };
}
