import { useEffect, useState } from "react";

/** Whole seconds since a moment of the API, counted on while it is shown. */
export function useSeconds(since: string | null): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (since === null) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [since]);
  return since === null ? 0 : Math.max(0, Math.floor((now - Date.parse(since)) / 1000)) || 0;
}
