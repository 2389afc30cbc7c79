import { Undo2 } from "lucide-react";
import { useState } from "react";
import type { Workspace } from "@/data/workspace";
import type { HistoryPlace } from "@/domain/place";
import { PublicationList } from "@/features/revisions/PublicationList";
import { RevisionList } from "@/features/revisions/RevisionList";
import { RevisionPane } from "@/features/revisions/RevisionPane";
import { UndoDialog } from "@/features/revisions/UndoDialog";
import { useHistoryWords } from "@/messages/history/useHistoryWords";
import { Button } from "@/ui/Button";
import { Tabs } from "@/ui/Tabs";

interface Props {
  workspace: Workspace;
  place: HistoryPlace;
  onPlace: (place: HistoryPlace) => void;
}

const LISTS = ["revisions", "publications"] as const;

/** Every state that the app was in, and what was online when. Whatever is brought back is a new revision: nothing is lost. */
export function HistoryPane({ workspace, place, onPlace }: Props) {
  const history = useHistoryWords();
  const [list, setList] = useState<(typeof LISTS)[number]>("revisions");
  const { revision, undo } = place;
  const tabs = LISTS.map((value) => ({ value, label: history[value] }));
  return (
    <div className="flex h-full flex-col">
      {revision ? (
        <RevisionPane key={revision} workspace={workspace} revision={revision} against={place.against ?? null} onPlace={onPlace} />
      ) : (
        <>
          <div className="flex flex-wrap items-end justify-between gap-x-3 border-b border-line bg-surface pr-3 *:border-b-0">
            <Tabs name="history" label={history.lists} tabs={tabs} value={list} onChoose={setList} />
            <Button look="quiet" icon={<Undo2 aria-hidden size={16} />} onClick={() => onPlace({ undo: true })}>
              {history.undo}
            </Button>
          </div>
          {LISTS.map((one) => (
            <div key={one} role="tabpanel" id={`history-panel-${one}`} aria-labelledby={`history-tab-${one}`} hidden={one !== list} className="min-h-0 grow overflow-y-auto p-4 md:p-6">
              {one === "revisions" ? (
                <RevisionList workspace={workspace} onOpen={(next) => onPlace({ revision: next })} />
              ) : (
                one === list && <PublicationList workspace={workspace} onOpen={(next) => onPlace({ revision: next })} />
              )}
            </div>
          ))}
        </>
      )}
      {undo && <UndoDialog workspace={workspace} onClose={() => onPlace({})} />}
    </div>
  );
}
