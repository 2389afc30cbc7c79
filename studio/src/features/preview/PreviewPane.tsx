import { useState } from "react";
import type { Workspace } from "@/data/workspace";
import { PreviewBar } from "@/features/preview/PreviewBar";
import { PreviewFrame } from "@/features/preview/PreviewFrame";
import type { Size } from "@/domain/sizes";
import { shown } from "@/domain/shown";
import { useMessages } from "@/messages/useMessages";
import { Notice } from "@/ui/Notice";
import { StatusMark } from "@/ui/StatusMark";

/** The app as it is: the draft when it is built, else the newest one that was. */
export function PreviewPane({ workspace }: { workspace: Workspace }) {
  const { preview } = useMessages();
  const [size, setSize] = useState<Size>("desktop");
  const [round, setRound] = useState(0);
  const { app, draft, build } = workspace;
  const state = shown(draft.build_status, app.last_green_revision_id ?? null, draft.id);
  const revision = state.revision;
  return (
    <div className="flex h-full flex-col bg-sunken">
      <PreviewBar size={size} onSize={setSize} onReload={() => setRound(round + 1)} />
      {state.kind === "older" && <p className="bg-warn-soft px-4 py-2 text-sm text-warn">{preview.older}</p>}
      {state.kind === "failed" && <p className="bg-bad-soft px-4 py-2 text-sm text-bad">{preview.failed} {build.build_error?.message}</p>}
      {revision ? (
        <PreviewFrame key={`${revision}-${round}`} app={app} revision={revision} size={size} />
      ) : (
        <Notice
          title={state.kind === "failed" ? preview.failed : preview.building}
          text={preview.buildingText}
          action={<StatusMark state={draft.build_status} />}
        />
      )}
    </div>
  );
}
