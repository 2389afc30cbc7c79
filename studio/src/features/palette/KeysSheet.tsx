import { type ReactNode, useId } from "react";
import type { Command } from "@/commands/command";
import { isMac, isSingle, shownKeys } from "@/commands/keys";
import { useKeysWords } from "@/messages/keys/useKeysWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";

interface Props {
  commands: readonly Command[];
  letters: boolean;
  onClose: () => void;
}

/** Every key that does something everywhere: those that always do, and those that one switches on. */
export function KeysSheet({ commands, letters, onClose }: Props) {
  const { common } = useMessages();
  const words = useKeysWords();
  const help = commands.find(({ id }) => id === "help");
  const openHelp = () => {
    onClose();
    help?.run();
  };
  const change = commands.find(({ id }) => id === "letters");
  const withKey = commands.flatMap(({ id, label, keys: [key] = [] }) => (key ? [{ id, label, key }] : []));
  return (
    <Dialog title={words.title} close={common.close} onClose={onClose}>
      <div className="flex flex-col gap-4 overflow-auto">
        <Keys title={words.always} rows={withKey.filter(({ key }) => !isSingle(key))} />
        <Keys title={words.single} rows={withKey.filter(({ key }) => isSingle(key))}>
          <p className="py-1 text-sm text-muted">{letters ? words.on : words.off}</p>
          {change && (
            <Button className="my-1" onClick={change.run}>
              {change.label}
            </Button>
          )}
        </Keys>
        {help && (
          <Button className="self-start" onClick={openHelp}>
            {help.label}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

/** What each of some keys does. */
function Keys({ title, rows, children }: { title: string; rows: readonly { id: string; label: string; key: string }[]; children?: ReactNode }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className="font-sans font-semibold">
        {title}
      </h3>
      {children}
      <dl>
        {rows.map(({ id, label, key }) => (
          <div key={id} className="flex min-h-11 items-center justify-between gap-4 border-b border-line last:border-0">
            <dt>{label}</dt>
            <dd className="flex shrink-0 gap-1">
              {shownKeys(key, isMac()).map((part) => (
                <kbd key={part} className="rounded-sm border border-edge bg-sunken px-2 py-0.5 font-mono text-sm">
                  {part}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
