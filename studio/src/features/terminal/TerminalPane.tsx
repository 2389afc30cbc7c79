import { Trash2 } from "lucide-react";
import type { Workspace } from "@/data/workspace";
import { useTerminal } from "@/data/terminal";
import { CommandField } from "@/features/terminal/CommandField";
import { CommandEntry } from "@/features/terminal/CommandEntry";
import { useWork } from "@/messages/work/useWork";
import { IconButton } from "@/ui/IconButton";
import { Notice } from "@/ui/Notice";

/** The project's own commands, run on the draft in the worker. There is no shell, and what they write is thrown away. */
export function TerminalPane({ workspace: { app } }: { workspace: Workspace }) {
  const { terminal } = useWork();
  const { commands, send, clear } = useTerminal(app.id);
  const busy = commands.some(({ state }) => state === "running");
  return (
    <div className="flex h-full flex-col">
      <CommandField app={app.id} busy={busy} onSend={send} />
      <div className="relative min-h-0 grow overflow-y-auto p-4 md:p-6">
        {commands.length === 0 ? (
          <Notice title={terminal.empty} text={terminal.emptyText} />
        ) : (
          <ol aria-label={terminal.commands} className="flex flex-col gap-4">
            {commands.toReversed().map((command) => (
              <li key={command.id}>
                <CommandEntry app={app.id} command={command} onAgain={() => busy || send(command.command)} />
              </li>
            ))}
          </ol>
        )}
        {commands.length > 0 && (
          <IconButton label={terminal.clear} onClick={clear} className="absolute top-1 right-1">
            <Trash2 aria-hidden size={16} strokeWidth={1.75} />
          </IconButton>
        )}
      </div>
    </div>
  );
}
