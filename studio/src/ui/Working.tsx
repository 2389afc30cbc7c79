import { LoaderCircle } from "lucide-react";
import { useEffect, useState } from "react";

const QUIET_MS = 1000;
/** One wait may be shown by several of these in turn: for the code of a pane, then for its data. */
const SAME_WAIT_MS = 300;
let last = { began: Number.NEGATIVE_INFINITY, left: Number.NEGATIVE_INFINITY };

/** A labelled mark, shown when the wait has lasted a second: what is quick should not flicker. */
export function Working({ label }: { label: string }) {
  const shown = useLater(QUIET_MS);
  return (
    <p role="status" className="flex items-center justify-center gap-2 p-8 text-muted">
      {shown && (
        <>
          <LoaderCircle aria-hidden size={20} strokeWidth={1.75} className="animate-spin text-accent" />
          {label}
        </>
      )}
    </p>
  );
}

function useLater(ms: number): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const now = performance.now();
    const began = now - last.left < SAME_WAIT_MS ? last.began : now;
    const timer = setTimeout(() => setLate(true), Math.max(0, began + ms - now));
    return () => {
      clearTimeout(timer);
      last = { began, left: performance.now() };
    };
  }, [ms]);
  return late;
}
