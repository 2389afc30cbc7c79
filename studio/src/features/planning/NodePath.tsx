import { ChevronRight } from "lucide-react";
import { usePlanningWords } from "@/messages/planning/usePlanningWords";

interface Props {
  path: readonly { id: string; title: string }[];
  onOpen: (node: string) => void;
}

/** Where something lies in the plan: "Phase 1 > Calendar > Free hours", each a way there. */
export function NodePath({ path, onOpen }: Props) {
  const { tasks } = usePlanningWords();
  return (
    <nav aria-label={tasks.partOf}>
      <ol className="flex flex-wrap items-center gap-x-1 text-sm">
        {path.map(({ id, title }, at) => (
          <li key={id} className="flex min-w-0 items-center gap-1">
            {at > 0 && <ChevronRight aria-hidden size={14} className="shrink-0 text-muted" />}
            <button type="button" onClick={() => onOpen(id)} className="min-w-0 truncate rounded-sm text-left text-accent underline max-md:min-h-11">
              {title}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
