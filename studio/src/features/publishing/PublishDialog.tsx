import { useEffect, useRef } from "react";
import { tellPublication } from "@/data/news";
import { usePublishing } from "@/data/publishing";
import { codeOf, detailOf, findingsOf } from "@/data/problem";
import type { Workspace } from "@/data/workspace";
import { blocksOf } from "@/domain/blocks";
import { AddressChoice } from "@/features/publishing/AddressChoice";
import { Blocking } from "@/features/publishing/Blocking";
import { LiveAddress } from "@/features/publishing/LiveAddress";
import { PublicValues } from "@/features/publishing/PublicValues";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Fault } from "@/ui/Fault";
import { SureButton } from "@/ui/SureButton";

interface Props {
  workspace: Workspace;
  onClose: () => void;
}

/** Where the app is, what keeps the draft from going there, what it is built with, and the one button. */
export function PublishDialog({ workspace, onClose }: Props) {
  const { publish: words, common } = useMessages();
  const { app, draft } = workspace;
  const open = useOpen();
  const { publish, unpublish } = usePublishing(app.id, (url) => open.current || tellPublication(app.id, url));
  const state = blocksOf({
    build: draft.build_status,
    draft: draft.id,
    live: app.published_revision_id ?? null,
    starter: draft.origin === "template",
    running: workspace.active_run !== null,
    waits: workspace.waiting_runs.length,
    proposals: workspace.pending_diffs.length,
    pageFailed: app.page_failure !== null,
  });
  const idle = state.blocking !== null || publish.isPending || unpublish.isPending;
  const rebuilt = codeOf(publish.error) === "BUILD_PENDING";
  return (
    <Dialog title={words.title(app.name)} close={common.close} onClose={onClose}>
      {app.live_url ? <LiveAddress url={app.live_url} name={app.name} same={state.same} /> : <AddressChoice app={app} />}
      <Blocking workspace={workspace} blocks={state} />
      <PublicValues app={app} />
      {publish.isError && !rebuilt && <Fault title={words.failed} detail={detailOf(publish.error)} findings={findingsOf(publish.error)} />}
      {publish.isError && rebuilt && <p role="status" className="rounded-md bg-warn-soft p-3 text-sm text-warn">{words.rebuilt}</p>}
      {unpublish.isError && <Fault title={words.takeDownFailed} detail={detailOf(unpublish.error)} />}
      <div className="flex flex-wrap items-center gap-2">
        <Button look={state.same ? "plain" : "main"} pill aria-disabled={idle} onClick={() => idle || publish.mutate()}>
          {publish.isPending ? words.publishing : state.same ? words.again : app.live_url ? words.update : words.publish}
        </Button>
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

/** Whether the window is still there: what comes to pass behind it is told as news. */
function useOpen() {
  const open = useRef(true);
  useEffect(() => {
    open.current = true;
    return () => void (open.current = false);
  }, []);
  return open;
}
