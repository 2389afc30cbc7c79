import { useEffect, useRef, useState } from "react";

const TOLD_MS = 2_000;

/** Says a word to who does not see it, the newest one at most every two seconds: stages, never the words of a model. */
export function Spoken({ word }: { word: string }) {
  const [said, setSaid] = useState("");
  const last = useRef(0);
  useEffect(() => {
    const timer = setTimeout(() => {
      last.current = Date.now();
      setSaid(word);
    }, Math.max(0, last.current + TOLD_MS - Date.now()));
    return () => clearTimeout(timer);
  }, [word]);
  return (
    <span role="status" className="sr-only">
      {said}
    </span>
  );
}
