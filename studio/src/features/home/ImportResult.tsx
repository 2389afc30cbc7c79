import { useMutation } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { onceKey, unwrap, useApi } from "@/data/api";
import { detailOf, placed } from "@/data/problem";
import type { ImportedApp } from "@/data/shelf";
import { useHomeWords } from "@/messages/home/useHomeWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Fault } from "@/ui/Fault";

interface Props {
  app: ImportedApp;
  onClose: () => void;
}

type Finding = ImportedApp["diagnostics"][number];

/** What became of an import: what is missing in it first, with the agent to finish it, then what was changed on the way. */
export function ImportResult({ app, onClose }: Props) {
  const { home, common } = useMessages();
  const { imports } = useHomeWords();
  const finish = useFinish(app);
  const wrong = app.diagnostics.filter(({ severity }) => severity === "error");
  const changed = app.diagnostics.filter(({ severity }) => severity !== "error");
  const ask = app.next_steps.find(({ kind }) => kind === "ask");
  return (
    <Dialog title={wrong.length > 0 ? imports.unfinished(app.name) : home.imported(app.name)} close={common.close} onClose={onClose}>
      <p>{wrong.length > 0 ? imports.missing(wrong.length) : home.importTold}</p>
      {wrong.length > 0 && <Findings name={imports.wrong} of={wrong} tone="bg-bad-soft text-bad" />}
      {wrong.length === 0 && <Findings name={imports.changed(changed.length)} of={changed} tone="bg-sunken" />}
      {wrong.length > 0 && changed.length > 0 && (
        <details>
          <summary className="min-h-8 cursor-pointer text-sm text-muted">{imports.changed(changed.length)}</summary>
          <Findings name={imports.changed(changed.length)} of={changed} tone="bg-sunken" />
        </details>
      )}
      {finish.error && <Fault title={imports.notAsked} detail={detailOf(finish.error)} />}
      <div className="flex flex-wrap items-center gap-4">
        {ask && (
          <Button look="main" aria-disabled={finish.isPending} onClick={() => finish.isPending || finish.mutate(ask.message)}>
            {finish.isPending ? imports.asking : imports.ask}
          </Button>
        )}
        <Link to="/apps/$app" params={{ app: app.id }} className="inline-flex min-h-11 items-center font-semibold text-accent underline">
          {home.open(app.name)}
        </Link>
      </div>
    </Dialog>
  );
}

function Findings({ name, of, tone }: { name: string; of: readonly Finding[]; tone: string }) {
  return (
    <ul
      aria-label={name}
      tabIndex={0}
      className={`flex max-h-60 flex-col gap-2 overflow-y-auto rounded-md p-3 font-mono text-xs [overflow-wrap:anywhere] ${tone}`}
    >
      {of.map((one, at) => (
        <li key={at}>
          {placed(one)} {one.severity === "error" && one.hint && <span className="block text-ink">{one.hint}</span>}
        </li>
      ))}
    </ul>
  );
}

/** Says the words that came with the import to the agent, and goes to the app. */
function useFinish(app: ImportedApp) {
  const api = useApi();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (message: string) =>
      unwrap(
        await api.POST("/projects/{project_id}/runs", {
          params: { path: { project_id: app.id } },
          body: { message, queue: true },
          headers: onceKey(),
        }),
      ),
    onSuccess: () => navigate({ to: "/apps/$app", params: { app: app.id } }),
  });
}
