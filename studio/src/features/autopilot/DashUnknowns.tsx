import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import { blueprintQuery } from "@/data/planning";
import { hasUnknowns } from "@/domain/needs";
import { DashSection } from "@/features/autopilot/DashSection";
import type { PilotLeads } from "@/features/autopilot/pilotLeads";
import { useNeedWords } from "@/messages/planning/needs/useNeedWords";
import { Unknowns } from "@/ui/Unknowns";

/** What the plan in use needs and has not, and what its text leaves open; nothing where there is neither. */
export function DashUnknowns({ app, blueprint, leads }: { app: string; blueprint: string; leads: PilotLeads }) {
  const words = useNeedWords();
  const tree = useQuery(blueprintQuery(useApi(), app, blueprint)).data?.plan_tree ?? [];
  return hasUnknowns(tree) ? (
    <DashSection title={words.unknowns}>
      <Unknowns tree={tree} onOpen={(node) => leads.toPlan(node)} />
    </DashSection>
  ) : null;
}
