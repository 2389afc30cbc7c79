import { useMemo } from "react";
import { useDraft } from "@/run/useDraft";

/** Which changes of a version a person has looked at. It stays in this browser. */
export function useLookedAt(blueprint: string): { seen: ReadonlySet<string>; look: (node: string, is: boolean) => void } {
  const [stored, store] = useDraft(`plan.seen.${blueprint}`);
  const seen = useMemo(() => new Set(stored.split(" ").filter(Boolean)), [stored]);
  const look = (node: string, is: boolean) => {
    const now = new Set(seen);
    if (is) now.add(node);
    else now.delete(node);
    store([...now].join(" "));
  };
  return { seen, look };
}
