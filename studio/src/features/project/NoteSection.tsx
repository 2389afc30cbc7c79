import type { App } from "@/data/apps";
import { detailOf } from "@/data/problem";
import { useSaveSettings } from "@/data/settings";
import { LENGTHS } from "@/domain/settings";
import { Titled } from "@/features/project/PartSection";
import { useWork } from "@/messages/work/useWork";
import { useSettingsWords } from "@/messages/settings/useSettingsWords";
import { gone, useDraft } from "@/run/useDraft";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { TextField } from "@/ui/TextField";

/** The note that the agent is told with every message. A line that is not saved yet stays in this browser. */
export function NoteSection({ app }: { app: App }) {
  const words = useSettingsWords();
  const { project } = useWork();
  const [kept, keep] = useDraft(`note.${app.id}`);
  const save = useSaveSettings(app.id);
  // One space more says that all of it was taken away: nothing at all would be no draft.
  const written = kept ? kept.slice(1) : app.pinned_note;
  const changed = written !== app.pinned_note;
  const long = written.length > LENGTHS.pinned_note;
  const send = () => changed && !long && !save.isPending && save.mutate({ pinned_note: written }, { onSuccess: () => keep(gone(kept)) });
  return (
    <Titled title={project.notes} text={project.notesText}>
      <TextField kind="lines" label={words.note} fault={long ? words.wrong.long("pinned_note") : null} value={written} onChange={(next) => keep(next === app.pinned_note ? "" : ` ${next}`)} />
      {save.isError && <Fault title={project.saveFailed} detail={detailOf(save.error)} />}
      {changed && (
        <div className="flex flex-wrap gap-2">
          <Button look="main" pill aria-disabled={long || save.isPending} onClick={send}>
            {save.isPending ? project.saving : project.save}
          </Button>
          <Button look="quiet" onClick={() => keep("")}>
            {project.discard}
          </Button>
        </div>
      )}
    </Titled>
  );
}
