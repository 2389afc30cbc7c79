import type { PlanJob } from "@/data/planning";
import { useReadingEstimate } from "@/data/reading";
import { DashSection } from "@/features/autopilot/DashSection";
import { LinkWords } from "@/features/autopilot/LinkWords";
import type { PilotLeads } from "@/features/autopilot/pilotLeads";
import { useReadingWords } from "@/messages/reading/useReadingWords";
import { ReadingProgress } from "@/ui/ReadingProgress";

/** The text is being read into the plan: that comes before all else. */
export function DashReading({ app, job, leads }: { app: string; job: PlanJob; leads: PilotLeads }) {
  const words = useReadingWords();
  const estimate = useReadingEstimate(1, app);
  return (
    <DashSection title={words.title}>
      <ReadingProgress boxed unpriced={estimate === null} job={job} />
      <p>
        <LinkWords onOpen={() => leads.toPlan()}>{words.toPlan}</LinkWords>
      </p>
    </DashSection>
  );
}
