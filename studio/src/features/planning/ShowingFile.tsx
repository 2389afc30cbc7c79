import type { ShowingCheck } from "@/data/planning";
import type { PlanLeads } from "@/features/planning/planLeads";

/** A check by its name, or a file of tests by its own, and the way to read it. */
export function ShowingFile({ check, revision, leads }: { check: ShowingCheck; revision: string; leads: PlanLeads }) {
  return (
    <button type="button" title={check.path} onClick={() => leads.toFile(check.path, revision)} className="rounded-sm text-left [overflow-wrap:anywhere] text-accent underline max-md:min-h-11">
      {check.title || check.path}
    </button>
  );
}
