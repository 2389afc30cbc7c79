import { detailOf } from "@/data/problem";
import type { SettingsForm } from "@/features/settings/useSettingsForm";
import { useSettingsWords } from "@/messages/settings/useSettingsWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";

interface Props {
  form: SettingsForm;
  onFault: () => void;
}

/** What is not saved yet, and what becomes of it. It says so, too, when all is saved. */
export function SaveBar({ form, onFault }: Props) {
  const { settings } = useMessages();
  const words = useSettingsWords();
  const { changed, wrong, save } = form;
  const clean = changed.length === 0;
  const refused = save.isError && !form.failure;
  const said = clean ? (save.isSuccess ? words.saved : words.nothing) : words.unsaved(changed.length);
  return (
    <div className="flex shrink-0 flex-col gap-3 border-t border-line bg-surface px-4 py-3 md:px-6">
      {form.failure && <Fault title={words.saveFailed} detail={detailOf(form.failure)} />}
      {(wrong || refused) && (
        <p role="alert" className="flex flex-wrap items-center gap-x-3 text-sm text-bad">
          <span className="font-semibold">{refused ? words.saveFailed : words.wrongs}</span>
          <button type="button" onClick={onFault} className="min-h-8 rounded-sm text-accent underline max-md:min-h-11">
            {words.seeFault}
          </button>
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p role="status" className="min-w-0 grow text-sm text-muted">
          {said}
        </p>
        {!clean && (
          <Button look="quiet" aria-disabled={save.isPending} onClick={form.discard}>
            {words.discard}
          </Button>
        )}
        <Button look="main" pill type="submit" aria-disabled={clean || wrong || save.isPending}>
          {save.isPending ? words.saving : changed.includes("env") ? words.saveAndBuild : settings.save}
        </Button>
      </div>
    </div>
  );
}
