import { type KeyboardEvent, useId, useRef, useState } from "react";
import { COMMAND_MOST, COMMANDS, historyOf, remembered } from "@/domain/commands";
import { useWork } from "@/messages/work/useWork";
import { useDraft } from "@/run/useDraft";
import { intoPane } from "@/ui/firstField";
import { Button } from "@/ui/Button";

interface Props {
  app: string;
  busy: boolean;
  onSend: (command: string) => void;
}

/** One line for a command: arrows walk through the earlier ones, the buttons write what is allowed. */
export function CommandField({ app, busy, onSend }: Props) {
  const { terminal } = useWork();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [stored, store] = useDraft(`terminal.${app}`);
  const [line, setLine] = useDraft(`terminal.line.${app}`);
  const [back, setBack] = useState(-1);
  const history = historyOf(stored);
  const send = () => {
    const command = line.trim();
    if (!command || busy) return;
    store(JSON.stringify(remembered(history, command)));
    setLine("");
    setBack(-1);
    onSend(command);
  };
  const walk = (event: KeyboardEvent) => {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    const at = Math.min(history.length - 1, Math.max(-1, back + (event.key === "ArrowUp" ? 1 : -1)));
    setBack(at);
    setLine(history[at] ?? "");
  };
  return (
    <form
      ref={intoPane}
      className="flex shrink-0 flex-col gap-2 border-b border-line bg-surface px-4 py-3 md:px-6"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <label htmlFor={id} className="text-sm font-semibold">
        {terminal.label}
      </label>
      <div className="flex gap-2">
        <input
          ref={field}
          id={id}
          value={line}
          maxLength={COMMAND_MOST}
          aria-describedby={`${id}-hint`}
          placeholder="npm test"
          onChange={(event) => {
            setLine(event.target.value);
            setBack(-1);
          }}
          onKeyDown={walk}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          className="min-h-10 w-full min-w-0 rounded-md border border-edge bg-surface px-3 font-mono text-sm placeholder:text-muted max-md:min-h-11"
        />
        <Button look="main" pill type="submit" aria-disabled={busy || !line.trim()}>
          {busy ? terminal.running : terminal.run}
        </Button>
      </div>
      <ul aria-label={terminal.allowed} className="-mx-1 flex gap-1 overflow-x-auto p-1 md:flex-wrap md:overflow-x-visible">
        {COMMANDS.map((command) => (
          <li key={command}>
            <button
              type="button"
              onClick={() => {
                setLine(command);
                field.current?.focus();
              }}
              className="min-h-8 rounded-full border border-line bg-page px-3 font-mono text-xs whitespace-nowrap text-muted hover:text-ink max-md:min-h-11"
            >
              {command}
            </button>
          </li>
        ))}
      </ul>
      <p id={`${id}-hint`} className="text-sm text-muted">
        {terminal.hint}
      </p>
    </form>
  );
}
