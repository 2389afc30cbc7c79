import { planSteps } from "@/domain/plan";
import type { Part, PartRow } from "@/domain/project";
import { useWork } from "@/messages/work/useWork";
import { PlanSteps } from "@/ui/PlanSteps";

/** A part as it stands. */
export function PartView({ part, rows }: { part: Part; rows: readonly PartRow[] }) {
  const { project } = useWork();
  if (rows.length === 0) return <p className="text-muted">{project.parts[part].none}</p>;
  if (part === "plan") return <PlanSteps steps={planSteps(rows.map(({ text }) => text), true)} />;
  return (
    <dl className="flex flex-col gap-2">
      {rows.map(({ name, text }) => (
        <div key={name} className={part === "decisions" ? "" : "grid gap-x-4 md:grid-cols-[180px_1fr]"}>
          <dt className="font-semibold [overflow-wrap:anywhere]">{name}</dt>
          <dd className="[overflow-wrap:anywhere] whitespace-pre-line text-muted">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
