import type { App } from "@/data/apps";
import { problemOf } from "@/data/problem";
import { useSaveSettings } from "@/data/settings";
import { type Edits, type Field, formOf, unsaved } from "@/domain/settings";
import { fieldOf, wrongs } from "@/domain/settingsFaults";
import { useSettingsWords } from "@/messages/settings/useSettingsWords";
import { gone, useDraft } from "@/run/useDraft";

/** The form: what is stored with what was changed by hand over it. Changes are kept in this browser until they are saved. */
export function useSettingsForm(app: App) {
  const words = useSettingsWords();
  const [kept, keep] = useDraft(`settings.${app.id}`);
  const save = useSaveSettings(app.id);
  const stored = formOf(app);
  const edits = unsaved(stored, editsOf(kept));
  const form = { ...stored, ...edits };
  const wrong = wrongs(form);
  const refusal = problemOf(save.error);
  const refused = refusal ? fieldOf(refusal.place, form) : null;
  const write = (next: Edits) => keep(Object.keys(next).length ? JSON.stringify(next) : "");
  const set = (name: Field, value: string) => {
    if (refused === name) save.reset();
    write(unsaved(stored, { ...edits, [name]: value }));
  };
  const fault = (name: Field): string | null => {
    const known = wrong[name];
    if (known) return words.wrong[known](name);
    return refusal && refused === name ? refusal.words : null;
  };
  return {
    form,
    set,
    fault,
    changed: Object.keys(edits) as Field[],
    wrong: Object.keys(wrong).length > 0,
    /** A refusal that is about no field of the form. */
    failure: save.isError && !refused ? save.error : null,
    save,
    send: () => save.mutate(edits, { onSuccess: () => keep(gone(kept)) }),
    discard: () => {
      save.reset();
      keep("");
    },
  };
}

export type SettingsForm = ReturnType<typeof useSettingsForm>;

/** What was kept; nothing when it is not ours any more. */
function editsOf(kept: string): Edits {
  try {
    return kept ? (JSON.parse(kept) as Edits) : {};
  } catch {
    return {};
  }
}
