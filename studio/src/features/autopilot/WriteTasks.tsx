import type { PlanJob } from "@/data/planning";
import { detailOf, findingsOf } from "@/data/problem";
import { useReading, useTasksEstimate } from "@/data/reading";
import { useAutopilotWords } from "@/messages/autopilot/useAutopilotWords";
import { useViewWords } from "@/messages/planning/views/useViewWords";
import { AskCap } from "@/ui/AskCap";
import { Fault } from "@/ui/Fault";
import { JobProgress } from "@/ui/JobProgress";

/** A phase without tasks has them written where it is started: what that costs, how far it is, and why it could not be. */
export function WriteTasks({ app, phase, job }: { app: string; phase: string; job: PlanJob | null }) {
  const words = useAutopilotWords();
  const { job: said } = useViewWords();
  const { writeTasks } = useReading(app);
  const estimate = useTasksEstimate(1, app);
  const isWriting = job?.status === "pending" || job?.status === "running";
  if (isWriting) return <JobProgress boxed unpriced={estimate === null} job={job} label={said.running} said={said.running} />;
  const failed = writeTasks.isSuccess && job !== null && (job.status === "error" || job.gaps > 0);
  return (
    <div className="flex flex-col items-start gap-3">
      <p>{words.noTasks}</p>
      {failed && <Fault title={said.failed} {...(job.error_message ? { detail: job.error_message } : {})} />}
      <AskCap label={words.writeTasks} text={words.writeTasksText} sure={said.start} estimate={estimate} busy={writeTasks.isPending} onSure={(most) => writeTasks.mutate({ node: phase, most })} />
      {writeTasks.isError && <Fault title={said.failed} detail={detailOf(writeTasks.error)} findings={findingsOf(writeTasks.error)} />}
    </div>
  );
}
