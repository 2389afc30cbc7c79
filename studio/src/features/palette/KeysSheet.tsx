import type { Command } from "@/commands/command";
import { isMac, shownKeys } from "@/commands/keys";
import { useMessages } from "@/messages/useMessages";
import { Dialog } from "@/ui/Dialog";

interface Props {
  commands: readonly Command[];
  letters: boolean;
  onClose: () => void;
}

/** Every key that does something everywhere. */
export function KeysSheet({ commands, letters, onClose }: Props) {
  const { everywhere, common } = useMessages();
  return (
    <Dialog title={everywhere.keys} close={common.close} onClose={onClose}>
      {!letters && <p className="text-sm text-muted">{everywhere.keysLetters}</p>}
      <dl className="flex flex-col overflow-auto">
        {commands.map(({ id, label, keys = [] }) =>
          keys.length === 0 ? null : (
            <div key={id} className="flex min-h-11 items-center justify-between gap-4 border-b border-line last:border-0">
              <dt>{label}</dt>
              <dd className="flex shrink-0 gap-1">
                {shownKeys(keys[0] ?? "", isMac()).map((key) => (
                  <kbd key={key} className="rounded-sm border border-edge bg-sunken px-2 py-0.5 font-mono text-sm">
                    {key}
                  </kbd>
                ))}
              </dd>
            </div>
          ),
        )}
      </dl>
    </Dialog>
  );
}
