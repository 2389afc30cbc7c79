import { useEffect, useRef, useState } from "react";

const CALM_MS = 50;

/** A value that changes quickly, as it was at most 50 ms ago while it does; when it has settled, at once. */
export function useCalm<T>(value: T, changing: boolean): T {
  const [shown, setShown] = useState(value);
  const last = useRef(0);
  useEffect(() => {
    if (!changing) return;
    const timer = setTimeout(() => {
      last.current = performance.now();
      setShown(value);
    }, Math.max(0, last.current + CALM_MS - performance.now()));
    return () => clearTimeout(timer);
  }, [value, changing]);
  return changing ? shown : value;
}
