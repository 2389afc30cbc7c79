import { X } from "lucide-react";
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { type Command, isAvailable, matching } from "@/commands/command";
import { isMac, shownKeys } from "@/commands/keys";
import { useMessages } from "@/messages/useMessages";
import { composes } from "@/ui/composes";
import { IconButton } from "@/ui/IconButton";

const MOST = 50;

/** All that can be done from here, found by typing. The focus stays in the box; arrows walk the list. */
export function Palette({ commands, onClose }: { commands: readonly Command[]; onClose: () => void }) {
  const { everywhere, common } = useMessages();
  const name = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, type] = useState("");
  const [at, move] = useState(0);
  const found = matching(commands.filter((command) => command.id !== "palette" && isAvailable(command)), typed).slice(0, MOST);
  const chosen = found[Math.min(at, found.length - 1)];
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  // Closed first: the focus goes back, and the command may then put it elsewhere.
  const run = (command: Command | undefined) => {
    if (!command) return;
    dialog.current?.close();
    command.run();
  };
  const walk = (to: number) => {
    const place = (to + found.length) % Math.max(1, found.length);
    move(place);
    document.getElementById(`${name}-${found[place]?.id}`)?.scrollIntoView({ block: "nearest" });
  };
  const onKey = (event: KeyboardEvent) => {
    if (composes(event.nativeEvent)) return;
    const moves: Record<string, () => void> = {
      ArrowDown: () => walk(at + 1),
      ArrowUp: () => walk(at - 1),
      Enter: () => run(chosen),
    };
    const act = moves[event.key];
    if (act) event.preventDefault();
    act?.();
  };
  return (
    <dialog
      ref={dialog}
      aria-label={everywhere.palette}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && dialog.current?.close()}
      className="mx-auto mt-[12vh] mb-auto w-full max-w-[560px] overflow-hidden rounded-lg border border-line bg-surface p-0 text-ink shadow-lg backdrop:bg-[#0009] max-md:m-0 max-md:h-dvh max-md:max-h-none max-md:max-w-none max-md:rounded-none max-md:border-0"
    >
      <div className="flex max-h-[70vh] flex-col max-md:max-h-dvh">
        <div className="flex shrink-0 items-center border-b border-line focus-within:border-accent">
          <input
            type="text"
            role="combobox"
            aria-expanded="true"
            aria-label={everywhere.paletteHint}
            aria-controls={name}
            aria-autocomplete="list"
            aria-activedescendant={chosen ? `${name}-${chosen.id}` : undefined}
            placeholder={everywhere.paletteHint}
            value={typed}
            maxLength={100}
            autoFocus
            onKeyDown={onKey}
            onChange={(event) => {
              type(event.target.value);
              move(0);
            }}
            className="min-h-14 min-w-0 grow bg-surface px-5 text-lg text-ink outline-none placeholder:text-muted"
          />
          <IconButton label={common.close} onClick={() => dialog.current?.close()} className="mr-1 shrink-0 md:hidden">
            <X aria-hidden size={20} strokeWidth={1.75} />
          </IconButton>
        </div>
        <p role="status" className={found.length === 0 ? "px-5 py-6 text-muted" : "sr-only"}>
          {found.length === 0 ? everywhere.paletteNone : everywhere.paletteCount(found.length)}
        </p>
        <ul id={name} role="listbox" aria-label={everywhere.palette} className="min-h-0 grow overflow-auto p-2">
          {found.map((command) => (
            <Row key={command.id} id={`${name}-${command.id}`} command={command} isChosen={command === chosen} onRun={run} />
          ))}
        </ul>
      </div>
    </dialog>
  );
}

interface RowProps {
  id: string;
  command: Command;
  isChosen: boolean;
  onRun: (command: Command) => void;
}

function Row({ id, command, isChosen, onRun }: RowProps) {
  const Icon = command.icon;
  const [keys] = command.keys ?? [];
  return (
    <li
      id={id}
      role="option"
      aria-selected={isChosen}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onRun(command)}
      className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 hover:bg-sunken aria-selected:bg-accent-soft"
    >
      <Icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-muted" />
      <span className="min-w-0 grow truncate">{command.label}</span>
      {keys && <span className="shrink-0 text-sm text-muted max-md:hidden">{shownKeys(keys, isMac()).join(" ")}</span>}
    </li>
  );
}
