import { CircleCheck, CirclePlus, Hand, type LucideIcon, TriangleAlert } from "lucide-react";
import type { Standing } from "@/domain/scaffold";
import { useFeatureWords } from "@/messages/features/useFeatureWords";

const LOOKS: Record<Standing, { icon: LucideIcon; tone: string }> = {
  available: { icon: CirclePlus, tone: "text-muted" },
  proposed: { icon: Hand, tone: "text-warn" },
  applied: { icon: CircleCheck, tone: "text-ok" },
  missing: { icon: TriangleAlert, tone: "text-warn" },
};

/** How a feature stands in the app, as word, shape and colour. */
export function FeatureMark({ standing }: { standing: Standing }) {
  const { standings } = useFeatureWords();
  const { icon: Icon, tone } = LOOKS[standing];
  return (
    <span data-standing={standing} className={`inline-flex items-center gap-1.5 text-sm font-semibold ${tone}`}>
      <Icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
      {standings[standing]}
    </span>
  );
}
