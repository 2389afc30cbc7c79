import { dollars } from "@/domain/amounts";
import { useReadingWords } from "@/messages/reading/useReadingWords";
import { useMessages } from "@/messages/useMessages";
import { JobProgress, type Job } from "@/ui/JobProgress";

/** A text that is being read into a plan: how far that is, what is done with it, and that nobody has to wait for it. */
export function ReadingProgress({ job, boxed = false, unpriced }: { job: Job; boxed?: boolean; unpriced: boolean }) {
  const { locale } = useMessages();
  const words = useReadingWords();
  const { processed_chunks: done, total_chunks: of } = job;
  const said = !of ? words.title : done < of ? words.of(done, of) : words.joining;
  return <JobProgress job={job} label={words.title} said={said} more={words.text(unpriced ? null : dollars(job.cost_cap_usd, locale))} boxed={boxed} unpriced={unpriced} />;
}
