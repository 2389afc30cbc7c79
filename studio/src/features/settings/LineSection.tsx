import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import { appLineQuery, useChangeLine } from "@/data/appLine";
import { codeOf, detailOf, findingsOf } from "@/data/problem";
import { LineOutcome } from "@/features/settings/LineOutcome";
import { Section } from "@/features/settings/Section";
import { VersionList } from "@/features/settings/VersionList";
import { useLineWords } from "@/messages/lines/useLineWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { SureButton } from "@/ui/SureButton";
import { Working } from "@/ui/Working";

interface Props {
  app: string;
  draft: string;
}

/** The line of packages that the app is on, and the way to another: with what changes said before, and built before it is kept. */
export function LineSection({ app, draft }: Props) {
  const words = useLineWords();
  const { common } = useMessages();
  const { data, isPending, isError, refetch } = useQuery(appLineQuery(useApi(), app, draft));
  const change = useChangeLine(app);
  const other = data?.others[0];
  const outcome = change.data;
  return (
    <Section title={words.title} text={words.text}>
      {isPending && <Working label={common.loading} />}
      {isError && !data && <Fault title={words.failed} action={<Button onClick={() => refetch()}>{common.retry}</Button>} />}
      {data && (
        <p>
          {words.now[data.line]}: {data.made_of}.
        </p>
      )}
      <p role="status" className={change.isPending ? "text-muted" : "sr-only"}>
        {change.isPending ? words.working : outcome?.status === "kept" ? words.kept : ""}
      </p>
      {change.error && <Fault title={words.notChanged} detail={refusal(change.error, words)} findings={findingsOf(change.error)} />}
      {outcome && <LineOutcome app={app} change={outcome} base={draft} onLeave={() => change.reset()} />}
      {data && other && outcome?.status !== "failed" && (
        <SureButton
          label={words.change[other.line]}
          busy={change.isPending}
          onSure={() => change.mutate({ line: other.line, base_revision_id: data.revision_id })}
          question={
            <div className="flex flex-col gap-2">
              <p className="font-semibold">
                {words.after[other.line]}: {other.made_of}
              </p>
              <VersionList changes={other.changes} />
              <p>{words.promise}</p>
            </div>
          }
        />
      )}
    </Section>
  );
}

function refusal(error: Error, words: ReturnType<typeof useLineWords>): string {
  const code = codeOf(error);
  return code === "RUN_ACTIVE" ? words.running : code === "REVISION_CONFLICT" ? words.moved : detailOf(error);
}
