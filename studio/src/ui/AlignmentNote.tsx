import { CircleCheck, type LucideIcon, OctagonX, TriangleAlert } from "lucide-react";
import { useAlignmentWords } from "@/messages/alignment/useAlignmentWords";
import { classes } from "@/ui/classes";

interface Alignment {
  status: "aligned" | "risky" | "conflicting";
  reasons: string;
  quotes: readonly string[];
  judged_by: string;
}

const LOOKS: Record<Alignment["status"], { icon: LucideIcon; tone: string }> = {
  aligned: { icon: CircleCheck, tone: "bg-ok-soft text-ok" },
  risky: { icon: TriangleAlert, tone: "bg-warn-soft text-warn" },
  conflicting: { icon: OctagonX, tone: "bg-bad-soft text-bad" },
};

/** How what an agent wants to do fits the plan: in a word, and why where it may not. `brief`: the word alone. */
export function AlignmentNote({ alignment, brief }: { alignment: Alignment; brief?: boolean }) {
  const words = useAlignmentWords();
  const { icon: Icon, tone } = LOOKS[alignment.status];
  const badge = (
    <span data-alignment={alignment.status} className={classes("inline-flex max-w-full items-center gap-1 rounded-full px-2 py-0.5 text-xs font-semibold", tone)}>
      <Icon aria-hidden size={14} strokeWidth={1.75} className="shrink-0" />
      {words[alignment.status]}
    </span>
  );
  if (brief) return badge;
  return (
    <div className="flex min-w-0 flex-col items-start gap-1 text-sm">
      {badge}
      {alignment.reasons && <p className="[overflow-wrap:anywhere]">{alignment.reasons}</p>}
      {alignment.quotes.length > 0 && (
        <figure className="min-w-0">
          <figcaption className="text-muted">{words.quotes}</figcaption>
          {alignment.quotes.map((quote) => (
            <blockquote key={quote} className="border-l-2 border-edge pl-3 [overflow-wrap:anywhere] text-muted">
              {quote}
            </blockquote>
          ))}
        </figure>
      )}
    </div>
  );
}
