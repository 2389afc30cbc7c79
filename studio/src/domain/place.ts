/** What a workspace's address holds: what one looks at, never a secret. */
export const TABS = ["preview", "code", "changes", "history", "runs", "settings"] as const;
export type Tab = (typeof TABS)[number];

export interface Place {
  tab?: Tab;
  /** On a phone: the conversation is in front. */
  chat?: true;
}

/** The parts of a search that mean something; all else is dropped. */
export function parsePlace(search: Record<string, unknown>): Place {
  const tab = TABS.find((known) => known === search["tab"]);
  return { ...(tab ? { tab } : {}), ...(search["chat"] ? { chat: true as const } : {}) };
}
