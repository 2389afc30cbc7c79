import { useState } from "react";
import { CAP_FIRST, capOf, type Estimate } from "@/domain/planning";

export interface Cap {
  typed: string;
  /** What is sent; null for what is no amount. */
  most: number | null;
  onType: (typed: string) => void;
}

/** At how many dollars something stops: what follows from its estimate, until somebody says otherwise. */
export function useCap(estimate: Estimate | null | undefined): Cap {
  const [typed, onType] = useState<string | null>(null);
  const shown = typed ?? String(estimate?.most ?? CAP_FIRST);
  return { typed: shown, most: capOf(shown), onType };
}
