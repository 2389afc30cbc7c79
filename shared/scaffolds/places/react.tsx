import { useEffect, useRef } from "react";
import { __mount__ } from "./__module__";

/** Where this feature stands. What it does is in `__module__.ts`. */
export default function __Component__() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => __mount__(place.current), []);
  return <div ref={place} />;
}
