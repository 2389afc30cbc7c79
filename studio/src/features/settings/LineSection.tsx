import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import { appLineQuery, useChangeLine } from "@/data/appLine";
import { linesQuery } from "@/data/lines";
import { codeOf, detailOf, findingsOf } from "@/data/problem";
import { knownBy } from "@/domain/lines";
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
  framework: string;
  draft: string;
}

/** The line of packages that the app is on, and the way to another: with what changes said before, and built before it is kept. */
export function LineSection({ app, framework, draft }: Props) {
  const words = useLineWords();
  const { common } = useMessages();
  const api = useApi();
  const { data, isPending, isError, refetch } = useQuery(appLineQuery(api, app, draft));
  const { data: lines = [] } = useQuery(linesQuery(api));
  const change = useChangeLine(app);
  const other = data?.others[0];
  const made = (line: string) => {
    const known = knownBy(lines.filter((one) => one.line === line && one.framework === framework));
    return known && ` (${known})`;
  };
  const outcome = change.data;
  return (
    <Section title={words.title} text={words.text}>
      {isPending && <Working label={common.loading} />}
      {isError && !data && <Fault title={words.failed} action={<Button onClick={() => refetch()}>{common.retry}</Button>} />}
      {data && (
        <p>
          {words.now[data.line]}
          {made(data.line)}.
        </p>
      )}
      <p role="status" className={change.isPending ? "text-muted" : "sr-only"}>
        {change.isPending ? words.working : outcome?.status === "kept" ? words.kept : ""}
      </p>
      {change.error && <Fault title={words.notChanged} detail={refusal(change.error, words)} findings={findingsOf(change.error)} />}
      {outcome && <LineOutcome app={app} change={outcome} base={draft} onLeave={() => change.reset()} />}
      {data && other && outcome?.status !== "failed" && (
        <SureButton
          label={`${words.change[other.line]}${made(other.line)}`}
          busy={change.isPending}
          onSure={() => change.mutate({ line: other.line, base_revision_id: data.revision_id })}
          question={
            <div className="flex flex-col gap-2">
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
