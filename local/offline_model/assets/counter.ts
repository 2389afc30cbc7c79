/** A number that goes up and down, kept in this browser. */
import { keep, load } from "./keep";

export type Count = { key: string; value: number };

export function loadCount(key: string): Count {
  return { key, value: load<number>(key, 0, Number.isFinite) };
}

export function changeCount(count: Count, by: number): Count {
  return withValue(count, count.value + by);
}

export function resetCount(count: Count): Count {
  return withValue(count, 0);
}

function withValue(count: Count, value: number): Count {
  keep(count.key, value);
  return { ...count, value };
}
