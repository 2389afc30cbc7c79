import { AppWindow, CaseUpper, CircleQuestionMark, FilePlus2, House, Keyboard, Languages, MessageSquare, Newspaper, PanelRight, Search, SunMoon } from "lucide-react";
import type { Command } from "@/commands/command";
import { pilotActs } from "@/commands/pilotActs";
import { showCommands } from "@/commands/shown";
import type { Tab } from "@/domain/place";
import { type Language, LANGUAGES, useMessages } from "@/messages/useMessages";

/** What commands act on; who shows the page gives it. */
export interface Reach {
  theme: string;
  letters: boolean;
  isInApp: () => boolean;
  panes: readonly { value: Tab; label: string }[];
  apps: readonly { id: string; name: string }[];
  goHome: () => void;
  openHelp: () => void;
  openApp: (app: string) => void;
  openPane: (pane: Tab) => void;
  choose: (change: { theme?: "system" | "light" | "dark"; language?: Language; letters?: boolean }) => void;
  hasNews: () => boolean;
}

const THEMES = ["system", "light", "dark"] as const;

/** All commands in a person's language: one record serves the palette, the sheet and the keys. */
export function useCommands(reach: Reach): Command[] {
  const { everywhere, common } = useMessages();
  const words = everywhere.commands;
  return [
    { id: "palette", label: words.palette, icon: Search, keys: ["mod+k"], run: () => showCommands("palette") },
    { id: "help", label: words.help, icon: CircleQuestionMark, run: reach.openHelp },
    { id: "keys", label: words.keys, icon: Keyboard, keys: ["mod+/", "?"], run: () => showCommands("keys") },
    { id: "chat", label: words.chat, icon: MessageSquare, keys: ["c"], available: hasBox, run: toBox },
    { id: "home", label: words.home, icon: House, keys: ["h"], available: reach.isInApp, run: reach.goHome },
    { id: "new", label: words.newApp, icon: FilePlus2, keys: ["n"], run: reach.goHome },
    { id: "news", label: words.news, icon: Newspaper, keys: ["F8"], available: reach.hasNews, run: toNews },
    { id: "pilot", label: words.pilot, icon: PanelRight, keys: ["p"], available: hasPilot, run: () => pilotActs()?.open() },
    { id: "pilot-order", label: words.orderPilot(pilotActs()?.stands === true), icon: PanelRight, available: isPilotOn, run: () => pilotActs()?.order() },
    { id: "plan-explain", label: words.explainPlan, icon: PanelRight, available: hasPilot, run: () => pilotActs()?.explain() },
    ...reach.panes.map(({ value, label }, place): Command => ({
      id: `pane-${value}`,
      label: words.pane(label),
      icon: PanelRight,
      ...(place < 10 ? { keys: [String((place + 1) % 10)] } : {}),
      available: reach.isInApp,
      run: () => reach.openPane(value),
    })),
    ...reach.apps.map(({ id, name }): Command => ({ id, label: words.app(name), icon: AppWindow, run: () => reach.openApp(id) })),
    ...THEMES.map((theme): Command => ({
      id: `theme-${theme}`,
      label: words.theme(common.theme[theme]),
      icon: SunMoon,
      available: () => reach.theme !== theme,
      run: () => reach.choose({ theme }),
    })),
    ...Object.entries(LANGUAGES).map(([language, { name }]): Command => ({
      id: `language-${language}`,
      label: words.language(name),
      icon: Languages,
      run: () => reach.choose({ language: language as Language }),
    })),
    { id: "letters", label: words.letters(reach.letters), icon: CaseUpper, run: () => reach.choose({ letters: !reach.letters }) },
  ];
}

const box = () => document.querySelector<HTMLElement>("[data-home]");
const hasPilot = () => pilotActs() !== null;
const isPilotOn = () => pilotActs()?.isOn === true;
const hasBox = () => box() !== null;
const toBox = () => box()?.focus();
const toNews = () => document.querySelector<HTMLElement>("[data-news]")?.focus();
