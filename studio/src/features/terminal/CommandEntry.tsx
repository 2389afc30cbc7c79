import { useQuery } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { useApi } from "@/data/api";
import { type Command, outputQuery } from "@/data/terminal";
import { COMMANDS } from "@/domain/commands";
import type { ApiState } from "@/domain/status";
import { OutputLines } from "@/features/terminal/OutputLines";
import { useWork } from "@/messages/work/useWork";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { StatusMark } from "@/ui/StatusMark";

const MARKS: Record<Command["state"], ApiState> = { running: "running", late: "running", done: "completed", failed: "failed", refused: "rejected", waits: "needs_approval", lost: "failed" };

interface Props {
  app: string;
  command: Command;
  onAgain: () => void;
}

/** One command with its outcome; a failure in its own words, a refusal with what is allowed. */
export function CommandEntry({ app, command, onAgain }: Props) {
  const { common } = useMessages();
  const { terminal } = useWork();
  const build = command.build ?? "";
  const query = useQuery({ ...outputQuery(useApi(), app, build), enabled: build !== "" });
  const ended = query.data && query.data.status !== "queued" && query.data.status !== "running" ? query.data : null;
  const state = command.state === "late" && ended ? (ended.status === "succeeded" ? "done" : "failed") : command.state;
  const refused = state === "refused" || state === "waits";
  return (
    <section aria-label={command.command} className="flex flex-col gap-2">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 pr-10">
        <h3 className="min-w-0 font-mono text-sm font-semibold [overflow-wrap:anywhere]">$ {command.command}</h3>
        <span role="status">
          <StatusMark state={MARKS[state]} stage={state === "late" ? terminal.late : terminal.atWork} />
        </span>
      </header>
      {refused && (
        <div role="alert" className="flex flex-col gap-2 rounded-md bg-warn-soft p-3 text-sm">
          <p className="[overflow-wrap:anywhere]">{command.text}</p>
          {state === "waits" && <p>{terminal.askAgent}</p>}
          {state === "refused" && !COMMANDS.some((one) => command.text.includes(one)) && <p>{terminal.allowedAre(COMMANDS.join(", "))}</p>}
        </div>
      )}
      {state === "lost" && (
        <p role="alert" className="flex flex-wrap items-center gap-3 text-sm text-bad">
          {terminal.lost} {command.text} <Button icon={<RotateCcw aria-hidden size={16} />} onClick={onAgain}>{common.retry}</Button>
        </p>
      )}
      {query.isError && (
        <p role="alert" className="flex flex-wrap items-center gap-3 text-sm text-bad">
          {terminal.outputFailed} <Button onClick={() => query.refetch()}>{common.retry}</Button>
        </p>
      )}
      {ended?.error && <p className="text-sm text-bad [overflow-wrap:anywhere]">{ended.error.message}</p>}
      {!refused && state !== "lost" && (ended?.output != null || command.text) && <OutputLines label={terminal.output(command.command)} output={ended?.output ?? command.text} />}
      {state === "done" && ended?.output === "" && <p className="text-sm text-muted">{terminal.silent}</p>}
    </section>
  );
}
