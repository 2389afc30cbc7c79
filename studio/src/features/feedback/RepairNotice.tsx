import { lazy, Suspense, useState } from "react";
import { isTroubled } from "@/data/repair";
import type { RepairProps } from "@/features/feedback/repairProps";

const RepairCard = lazy(() => import("@/features/feedback/RepairCard").then((loaded) => ({ default: loaded.RepairCard })));

/** What can be done about a draft that fails, from the moment it is known to until the page is left. Fetched only then. */
export function RepairNotice(props: RepairProps) {
  const troubled = isTroubled(props.workspace);
  const [seen, setSeen] = useState(troubled);
  if (troubled && !seen) setSeen(true);
  if (!seen) return null;
  return (
    <Suspense fallback={null}>
      <RepairCard {...props} />
    </Suspense>
  );
}
