import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useApi } from "@/data/api";
import { blueprintQuery } from "@/data/planning";
import { useReadingEstimate } from "@/data/reading";
import { ReadingProgress } from "@/ui/ReadingProgress";

/** Where nothing was said yet: that the text which somebody brought is being read, while it is; else what stands there anyhow. */
export function ReadingNote({ app, blueprint, children }: { app: string; blueprint: string; children: ReactNode }) {
  const job = useQuery(blueprintQuery(useApi(), app, blueprint)).data?.ingestion_job;
  const estimate = useReadingEstimate(1, app);
  if (job?.status !== "pending" && job?.status !== "running") return children;
  return (
    <div className="mx-auto w-full max-w-[48ch] p-8">
      <ReadingProgress boxed unpriced={estimate === null} job={job} />
    </div>
  );
}
