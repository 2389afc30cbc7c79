import { choose, type Theme, usePreferences } from "@/app/usePreferences";
import { type Language, LANGUAGES, useMessages } from "@/messages/useMessages";
import { Choice } from "@/ui/Choice";

const THEMES: readonly Theme[] = ["system", "light", "dark"];

/** Language and appearance, as two native lists: short, known, and usable everywhere. */
export function PreferencesMenu() {
  const { common } = useMessages();
  const { language, theme } = usePreferences();
  const languages = Object.entries(LANGUAGES).map(([key, { name }]) => ({ value: key as Language, label: name }));
  const themes = THEMES.map((value) => ({ value, label: common.theme[value] }));
  return (
    <div className="flex items-center gap-2">
      <Choice label={common.language} value={language} options={languages} onChoose={(next) => choose({ language: next })} />
      <Choice label={common.themeLabel} value={theme} options={themes} onChoose={(next) => choose({ theme: next })} />
    </div>
  );
}
