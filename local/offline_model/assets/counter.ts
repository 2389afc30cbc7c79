/** A number that goes up and down, kept in this browser. */
import { keep, load } from "./keep";

export type Count = { key: string; value: number };

export const loadCount = (key: string): Count => ({ key, value: load<number>(key, 0, Number.isFinite) });
export const resetCount = (count: Count): Count => changeCount(count, -count.value);

export function changeCount({ key, value }: Count, by: number): Count {
  keep(key, value + by);
  return { key, value: value + by };
}
