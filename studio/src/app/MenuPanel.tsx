import { Link } from "@tanstack/react-router";
import { Command, Keyboard, type LucideIcon } from "lucide-react";
import { type ReactNode, use, useState } from "react";
import { MENU_LINK } from "@/app/menuLink";
import { choose, type Theme, usePreferences } from "@/app/usePreferences";
import { showCommands } from "@/commands/shown";
import { SessionContext } from "@/data/session";
import { useHelpWords } from "@/messages/help/useHelpWords";
import { useKeysWords } from "@/messages/keys/useKeysWords";
import { usePackageWords } from "@/messages/packages/usePackageWords";
import { type Language, LANGUAGES, useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Choice } from "@/ui/Choice";

const THEMES: readonly Theme[] = ["system", "light", "dark"];

const word = (isOn: boolean) => (isOn ? ("on" as const) : ("off" as const));

/** What the menu holds: where this page leads (`children`), the other pages, language, appearance, keys, notes and the way out. */
export function MenuPanel({ children }: { children?: ReactNode }) {
  const { common, everywhere } = useMessages();
  const keys = useKeysWords();
  const session = use(SessionContext);
  const signOut = session?.signOut;
  const who = session?.local ? common.here : session?.person && common.signedInAs(session.person);
  const { language, theme, singleKeys, notes } = usePreferences();
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
      <PageLinks>{children}</PageLinks>
      <Opener className="md:hidden" shows="palette" icon={Command}>
        {everywhere.palette}
      </Opener>
      <Opener shows="keys" icon={Keyboard}>
        {keys.title}
      </Opener>
      <Choice label={common.language} value={language} options={languages} onChoose={(next) => choose({ language: next })} shown />
      <Choice label={everywhere.letters} value={word(singleKeys)} options={options} onChoose={(next) => choose({ singleKeys: next === "on" })} shown />
      {"Notification" in window && <Choice label={everywhere.notes} value={word(notes)} options={options} onChoose={askForNotes} shown />}
      {denied && (
        <p role="status" className="max-w-64 text-sm text-warn">
          {everywhere.notesDenied}
        </p>
      )}
      <Choice label={common.themeLabel} value={theme} options={themes} onChoose={(next) => choose({ theme: next })} shown />
      {who && <p className="max-w-64 border-t border-line pt-3 text-sm [overflow-wrap:anywhere] text-muted">{who}</p>}
      {signOut && <Button onClick={() => void signOut()}>{common.signOut}</Button>}
    </>
  );
}

/** Where this page leads to by itself, then the pages about the whole tenant. */
function PageLinks({ children }: { children: ReactNode }) {
  const { common } = useMessages();
  const { title: packages } = usePackageWords();
  const { title: help } = useHelpWords();
  const leave = (event: { currentTarget: HTMLElement }) => event.currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
  return (
    <nav aria-label={common.pages} className="flex flex-col border-b border-line pb-2">
      {children}
      <Link to="/usage" onClick={leave} className={MENU_LINK}>
        {common.usagePage}
      </Link>
      <Link to="/packages" onClick={leave} className={MENU_LINK}>
        {packages}
      </Link>
      <Link to="/account" onClick={leave} className={MENU_LINK}>
        {common.accountPage}
      </Link>
      <Link to="/help" onClick={leave} className={MENU_LINK}>
        {help}
      </Link>
    </nav>
  );
}

/** Opens the commands, for which the head of a page has no room on a phone, or says which keys do what. */
function Opener({ shows, icon: Icon, className, children }: { shows: "palette" | "keys"; icon: LucideIcon; className?: string; children: ReactNode }) {
  return (
    <Button
      className={className}
      icon={<Icon aria-hidden size={16} strokeWidth={1.75} />}
      onClick={(event) => {
        event.currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
        showCommands(shows);
      }}
    >
      {children}
    </Button>
  );
}
