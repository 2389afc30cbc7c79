import { type RefObject, useEffect, useRef, useState } from "react";

/** Whether the element has been near the window's visible part, once it has. */
export function useSeen<T extends Element>(): [RefObject<T | null>, boolean] {
  const place = useRef<T>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (!place.current || seen) return;
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true), { rootMargin: "200px" });
    watcher.observe(place.current);
    return () => watcher.disconnect();
  }, [seen]);
  return [place, seen];
}
