import { type Command, isAvailable } from "@/commands/command";

type Pressed = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "target" | "isComposing" | "defaultPrevented"> & Partial<Pick<KeyboardEvent, "composedPath">>;

const TYPED_INTO = "input, textarea, select, [contenteditable=true], [role=textbox], .cm-editor";
/** Where a letter already means something: the tree of files finds a name by it, a proposal keeps a part. */
const HAS_LETTERS = "[role=tree], [role=listbox], [data-letters]";

/** The command that a key stands for. A single one is none while somebody writes, where they are off, or in an open dialog. */
export function commandOf(event: Pressed, commands: readonly Command[], letters: boolean): Command | null {
  if (event.isComposing || event.defaultPrevented || event.altKey) return null;
  const hasMod = event.ctrlKey || event.metaKey;
  const name = hasMod ? `mod+${event.key.toLowerCase()}` : event.key;
  if (!hasMod && isSingle(event.key) && !(letters && isFree(within(event)))) return null;
  return commands.find((command) => command.keys?.includes(name) && isAvailable(command)) ?? null;
}

/** Whether it is a letter, a digit or a sign by itself: what does something only where somebody switched that on (WCAG 2.1.4). */
export const isSingle = (key: string): boolean => key.length === 1;

/** Where it was typed, also within a shadow root, as the code editor is: a window hears only of its host. */
const within = (event: Pressed): EventTarget | null => event.composedPath?.()[0] ?? event.target;

function isFree(target: EventTarget | null): boolean {
  if (document.querySelector("dialog[open]")) return false;
  return !(target instanceof Element && target.closest(`${TYPED_INTO}, ${HAS_LETTERS}`));
}

/** How keys are written on this machine: "⌘ K", "Ctrl + K". */
export function shownKeys(name: string, isMac: boolean): string[] {
  return name.split("+").map((part) => (part === "mod" ? (isMac ? "⌘" : "Ctrl") : part.length === 1 ? part.toUpperCase() : part));
}

export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);
