import { LoaderCircle } from "lucide-react";
import { useEffect, useState } from "react";

const QUIET_MS = 1000;

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
    const timer = setTimeout(() => setLate(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return late;
}
