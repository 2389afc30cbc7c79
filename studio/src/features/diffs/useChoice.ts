import { useMemo } from "react";
import type { Diff } from "@/data/diffs";
import { asideOf, unitsOf } from "@/domain/review";
import { useDraft } from "@/run/useDraft";

export interface Choice {
  aside: ReadonlySet<string>;
  /** Keeps these changes, or sets them aside. */
  set: (units: readonly string[], kept: boolean) => void;
  forget: () => void;
}

/** What a person sets aside of a proposal. It begins with the last review and is kept in this browser until it is decided. */
export function useChoice({ id, tree, files, decisions }: Diff): Choice {
  const [stored, store] = useDraft(`review.${id}.${tree}`);
  const aside = useMemo(() => parsed(stored) ?? asideOf(files, decisions), [stored, files, decisions]);
  const set = (units: readonly string[], kept: boolean) => {
    const gone = new Set(aside);
    for (const unit of units) {
      if (kept) gone.delete(unit);
      else gone.add(unit);
    }
    const known = new Set(files.flatMap(unitsOf));
    store(JSON.stringify([...gone].filter((unit) => known.has(unit))));
  };
  return { aside, set, forget: () => store("") };
}

function parsed(stored: string): Set<string> | null {
  if (!stored) return null;
  try {
    const units: unknown = JSON.parse(stored);
    return Array.isArray(units) ? new Set(units.map(String)) : null;
  } catch {
    return null;
  }
}
