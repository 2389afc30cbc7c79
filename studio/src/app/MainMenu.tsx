import { Link } from "@tanstack/react-router";
import { Command, Settings2 } from "lucide-react";
import { use, useId, useState } from "react";
import { choose, type Theme, usePreferences } from "@/app/usePreferences";
import { showCommands } from "@/commands/shown";
import { SessionContext } from "@/data/session";
import { type Language, LANGUAGES, useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Choice } from "@/ui/Choice";
import { IconButton } from "@/ui/IconButton";

const THEMES: readonly Theme[] = ["system", "light", "dark"];

const word = (isOn: boolean) => (isOn ? ("on" as const) : ("off" as const));

/** Language, appearance, keys, notes and the way out, behind one button. The browser opens and closes it, and gives the focus back. */
export function PreferencesMenu() {
  const { common, everywhere } = useMessages();
  const panel = useId();
  const signOut = use(SessionContext)?.signOut;
  const { language, theme, letters, notes } = usePreferences();
  const [denied, deny] = useState(false);
  const languages = Object.entries(LANGUAGES).map(([key, { name }]) => ({ value: key as Language, label: name }));
  const themes = THEMES.map((value) => ({ value, label: common.theme[value] }));
  const options = [
    { value: "on" as const, label: everywhere.on },
    { value: "off" as const, label: everywhere.off },
  ];
  const askForNotes = async (next: "on" | "off") => {
    const isGiven = next === "on" && (await Notification.requestPermission()) === "granted";
    deny(next === "on" && !isGiven);
    choose({ notes: isGiven });
  };
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
        <PageLinks />
        <CommandsButton />
        <Choice label={common.language} value={language} options={languages} onChoose={(next) => choose({ language: next })} shown />
        <Choice label={everywhere.letters} value={word(letters)} options={options} onChoose={(next) => choose({ letters: next === "on" })} shown />
        {"Notification" in window && <Choice label={everywhere.notes} value={word(notes)} options={options} onChoose={askForNotes} shown />}
        {denied && (
          <p role="status" className="max-w-64 text-sm text-warn">
            {everywhere.notesDenied}
          </p>
        )}
        <Choice label={common.themeLabel} value={theme} options={themes} onChoose={(next) => choose({ theme: next })} shown />
        {signOut && <Button onClick={() => void signOut()}>{common.signOut}</Button>}
      </div>
    </>
  );
}

/** The pages about the whole tenant. */
function PageLinks() {
  const { common } = useMessages();
  const leave = (event: { currentTarget: HTMLElement }) => event.currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
  const look = "flex min-h-10 items-center rounded-sm font-semibold hover:text-accent max-md:min-h-11";
  return (
    <nav aria-label={common.pages} className="flex flex-col border-b border-line pb-2">
      <Link to="/usage" onClick={leave} className={look}>
        {common.usagePage}
      </Link>
      <Link to="/account" onClick={leave} className={look}>
        {common.accountPage}
      </Link>
    </nav>
  );
}

/** On a phone the head of the page has no room for it. */
function CommandsButton() {
  const { everywhere } = useMessages();
  return (
    <Button
      className="md:hidden"
      icon={<Command aria-hidden size={16} strokeWidth={1.75} />}
      onClick={(event) => {
        event.currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
        showCommands("palette");
      }}
    >
      {everywhere.palette}
    </Button>
  );
}
