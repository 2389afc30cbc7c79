import type { ReactNode } from "react";

/** The bar above the page; its groups stand in a second line where there is no room for all in one. */
export function PreviewBar({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-x-2 border-b border-line bg-surface px-2 py-1">{children}</div>;
}
