/** Why a part of a plan or a task is marked, out of the server's own sentence, so that it can be said in another language. */
export type StaleWhy = { kind: "changed" | "gone"; version: number } | { kind: "unsaid" } | { kind: "said"; words: string };

const CHANGED = /^(?:Its text|The text of its node) has changed in version (\d{1,6})\.$/;
const GONE = /^Version (\d{1,6}) has no such node\.$/;

export function staleWhy(said: string): StaleWhy {
  const [changed, gone] = [CHANGED.exec(said), GONE.exec(said)];
  if (changed) return { kind: "changed", version: Number(changed[1]) };
  if (gone) return { kind: "gone", version: Number(gone[1]) };
  return said === "The text no longer says it." ? { kind: "unsaid" } : { kind: "said", words: said };
}
