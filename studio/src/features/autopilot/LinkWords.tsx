import type { ReactNode } from "react";

/** Words that lead somewhere in the app. */
export function LinkWords({ onOpen, children }: { onOpen: () => void; children: ReactNode }) {
  return (
    <button type="button" onClick={onOpen} className="rounded-sm text-left [overflow-wrap:anywhere] text-accent underline max-md:min-h-11">
      {children}
    </button>
  );
}
