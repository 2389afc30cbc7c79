import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import { stateQuery } from "@/data/project";
import { DashSection } from "@/features/autopilot/DashSection";
import { LinkWords } from "@/features/autopilot/LinkWords";
import type { PilotLeads } from "@/features/autopilot/pilotLeads";
import { useAutopilotWords } from "@/messages/autopilot/useAutopilotWords";
import { StatusMark } from "@/ui/StatusMark";
import { useAgo } from "@/ui/useAgo";

/** What the tests said last. */
export function DashTests({ app, leads }: { app: string; leads: PilotLeads }) {
  const { overview: words } = useAutopilotWords();
  const ago = useAgo();
  const last = useQuery(stateQuery(useApi(), app)).data?.test_results;
  return (
    <DashSection title={words.tests}>
      {last ? (
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <StatusMark state={last.success ? "completed" : "failed"} iconOnly />
          <span>{last.success ? words.testsGreen : words.testsRed}</span>
          <span className="text-sm text-muted">{ago(last.at)}</span>
          <LinkWords onOpen={() => leads.toRun(last.run_id)}>{words.seeRun}</LinkWords>
        </p>
      ) : (
        <p className="text-muted">{words.noTests}</p>
      )}
    </DashSection>
  );
}
