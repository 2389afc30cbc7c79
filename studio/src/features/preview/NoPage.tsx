import type { Workspace } from "@/data/workspace";
import { useMessages } from "@/messages/useMessages";
import { Notice } from "@/ui/Notice";
import { StatusMark } from "@/ui/StatusMark";

/** Where nothing was ever built: what is under way. */
export function NoPage({ workspace: { draft } }: { workspace: Workspace }) {
  const { preview, stages } = useMessages();
  const failed = draft.build_status === "failed";
  return (
    <Notice
      title={failed ? preview.neverBuilt : preview.building}
      text={failed ? preview.neverBuiltText : draft.build_status === "queued" ? preview.queuedText : preview.buildingText}
      action={<StatusMark state={draft.build_status} stage={stages.build} />}
    />
  );
}
