import { ExternalLink } from "lucide-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useApi } from "@/data/api";
import { tellPublication } from "@/data/news";
import { usePublishing } from "@/data/publishing";
import { useVisible } from "@/data/visible";
import { codeOf, detailOf, findingsOf } from "@/data/problem";
import { readinessQuery } from "@/data/readiness";
import type { Workspace } from "@/data/workspace";
import { blocksOf } from "@/domain/blocks";
import { sortedChecks } from "@/domain/ready";
import { AddressChoice } from "@/features/publishing/AddressChoice";
import { Blocking } from "@/features/publishing/Blocking";
import { LiveAddress } from "@/features/publishing/LiveAddress";
import { OwnWords } from "@/features/publishing/OwnWords";
import { PublicValues } from "@/features/publishing/PublicValues";
import { ReadyList } from "@/features/publishing/ReadyList";
import type { ReadyLeads } from "@/features/publishing/readyLeads";
import { usePublishWords } from "@/messages/publish/usePublishWords";
import { useMessages } from "@/messages/useMessages";
import { arrive } from "@/ui/arrive";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Fault } from "@/ui/Fault";
import { LinkButton } from "@/ui/LinkButton";
import { SureButton } from "@/ui/SureButton";

interface Props extends ReadyLeads {
  workspace: Workspace;
  onClose: () => void;
}

/** Where the app is, what keeps the draft from going there, what it is built with, and the one thing to do: put it there, or see it. */
export function PublishDialog({ workspace, onClose, onAsk, onOpen }: Props) {
  const { workspace: leads, common } = useMessages();
  const words = usePublishWords();
  const { app, draft } = workspace;
  const open = useOpen();
  const { publish, unpublish } = usePublishing(app.id, (url) => open.current || tellPublication(app.id, url));
  const same = useVisible(workspace) === "same";
  const { wanted, values, showValues } = useWantedValues();
  const checks = useQuery(readinessQuery(useApi(), app.id)).data?.checks ?? [];
  const state = blocksOf({
    build: draft.build_status,
    starter: draft.origin === "template",
    running: workspace.active_run !== null,
    waits: workspace.waiting_runs.length,
    pageFailed: app.page_failure !== null,
  });
  const kept = state.blocking !== null || sortedChecks(checks).blocking.length > 0;
  const idle = kept || publish.isPending || unpublish.isPending;
  const rebuilt = codeOf(publish.error) === "BUILD_PENDING";
  return (
    <Dialog title={words.title(app.name)} close={common.close} onClose={onClose}>
      {app.live_url ? <LiveAddress url={app.live_url} name={app.name} same={same} /> : <AddressChoice app={app} />}
      <Blocking workspace={workspace} blocks={state} />
      {!app.live_url && draft.origin !== "template" && <OwnWords workspace={workspace} />}
      <ReadyList workspace={workspace} onAsk={onAsk} onOpen={onOpen} onValues={showValues} />
      <PublicValues key={wanted.join()} app={app} wanted={wanted} box={values} />
      {publish.isError && !rebuilt && <Fault title={words.failed} detail={detailOf(publish.error)} findings={findingsOf(publish.error)} />}
      {publish.isError && rebuilt && <p role="status" className="rounded-md bg-warn-soft p-3 text-sm text-warn">{words.rebuilt}</p>}
      {unpublish.isError && <Fault title={words.takeDownFailed} detail={detailOf(unpublish.error)} />}
      <div className="flex flex-wrap items-center gap-2">
        {app.live_url && same ? (
          <LinkButton ref={arrive} href={app.live_url} look="main" pill icon={<ExternalLink aria-hidden size={16} strokeWidth={1.75} />}>
            {leads.live}
          </LinkButton>
        ) : (
          <Button look="main" pill aria-disabled={idle} onClick={() => idle || publish.mutate()}>
            {publish.isPending ? words.publishing : app.live_url ? words.update : words.publish}
          </Button>
        )}
        {app.live_url && (
          <SureButton label={words.takeDown} question={words.takeDownSure} busy={unpublish.isPending} danger look="quiet" onSure={() => unpublish.mutate()} />
        )}
      </div>
      <p role="status" className="sr-only">
        {publish.isPending ? words.publishing : publish.isSuccess ? words.done : ""}
      </p>
    </Dialog>
  );
}

/** Names that were asked for of the app's public values, and what brings a person there. */
function useWantedValues() {
  const values = useRef<HTMLDetailsElement>(null);
  const [wanted, setWanted] = useState<readonly string[]>([]);
  const showValues = (names: readonly string[]) => {
    setWanted(names);
    requestAnimationFrame(() => {
      const box = values.current;
      if (!box) return;
      box.open = true;
      const fields = [...box.querySelectorAll("input")];
      (fields.find(({ value }) => value === "") ?? box.querySelector("summary"))?.focus();
    });
  };
  return { wanted, values, showValues };
}

/** Whether the window is still there: what comes to pass behind it is told as news. */
function useOpen() {
  const open = useRef(true);
  useEffect(() => {
    open.current = true;
    return () => void (open.current = false);
  }, []);
  return open;
}
