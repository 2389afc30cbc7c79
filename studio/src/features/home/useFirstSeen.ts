import { useState } from "react";
import type { App } from "@/data/apps";

/** When each app had changed last as it came on this page, by its id. Cards sorted by it keep their places while apps change. */
export function useFirstSeen(apps: readonly App[]): ReadonlyMap<string, string> {
  const [seen] = useState(() => new Map<string, string>());
  for (const app of apps) if (!seen.has(app.id)) seen.set(app.id, app.updated_at);
  return seen;
}
