import { Settings2 } from "lucide-react";
import { useId } from "react";
import { choose, type Theme, usePreferences } from "@/app/usePreferences";
import { type Language, LANGUAGES, useMessages } from "@/messages/useMessages";
import { Choice } from "@/ui/Choice";
import { IconButton } from "@/ui/IconButton";

const THEMES: readonly Theme[] = ["system", "light", "dark"];

/** Language and appearance, behind one button. The browser opens and closes it, and gives the focus back. */
export function PreferencesMenu() {
  const { common } = useMessages();
  const panel = useId();
  const { language, theme } = usePreferences();
  const languages = Object.entries(LANGUAGES).map(([key, { name }]) => ({ value: key as Language, label: name }));
  const themes = THEMES.map((value) => ({ value, label: common.theme[value] }));
  return (
    <>
      <IconButton label={common.preferences} popoverTarget={panel}>
        <Settings2 aria-hidden size={20} strokeWidth={1.75} />
      </IconButton>
      <div
        id={panel}
        popover="auto"
        className="inset-auto top-14 right-4 m-0 flex-col gap-3 rounded-lg border border-line bg-surface p-4 text-ink shadow-lg open:flex md:right-6"
      >
        <Choice label={common.language} value={language} options={languages} onChoose={(next) => choose({ language: next })} shown />
        <Choice label={common.themeLabel} value={theme} options={themes} onChoose={(next) => choose({ theme: next })} shown />
      </div>
    </>
  );
}
