import { type ComponentProps, lazy, Suspense } from "react";
import type { AlignmentNote as Shown } from "@/ui/AlignmentNote";

const AlignmentNote = lazy(() => import("@/ui/AlignmentNote").then((loaded) => ({ default: loaded.AlignmentNote })));

/** How what an agent wants to do fits the plan; of a step outside the plan there is nothing to say, and nothing is fetched. */
export function AlignmentBadge({ alignment, brief = false }: { alignment: ComponentProps<typeof Shown>["alignment"] | null; brief?: boolean }) {
  return <Suspense fallback={null}>{alignment && <AlignmentNote alignment={alignment} brief={brief} />}</Suspense>;
}
