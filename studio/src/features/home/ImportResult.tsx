import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { onceKey, unwrap, useApi } from "@/data/api";
import { detailOf, placed } from "@/data/problem";
import { type ImportedApp, useImport } from "@/data/imports";
import { linesQuery } from "@/data/lines";
import { useMissing } from "@/data/packages";
import { knownBy } from "@/domain/lines";
import { ImportBuild } from "@/features/home/ImportBuild";
import { useImportedBuild } from "@/features/home/useImportedBuild";
import { useHomeWords } from "@/messages/home/useHomeWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Fault } from "@/ui/Fault";
import { PackageLinks } from "@/ui/PackageLinks";

interface Props {
  first: ImportedApp;
  /** What was imported, for another try. */
  file: File;
  onClose: () => void;
}

type Finding = ImportedApp["diagnostics"][number];

/** What became of an import: what is missing in it first, with the agent to finish it, then what was changed on the way. */
export function ImportResult({ first, file, onClose }: Props) {
  const { home, common } = useMessages();
  const { imports } = useHomeWords();
  const again = useImport();
  const app = again.data ?? first;
  const finish = useFinish(app);
  const packages = useMissing(missingIn(app), ({ app_id }) => app_id === app.id);
  const wrong = app.diagnostics.filter(({ severity }) => severity === "error");
  const changed = app.diagnostics.filter(({ severity }) => severity !== "error");
  const build = useImportedBuild(app.id, wrong.length === 0);
  const ask = app.next_steps.find(({ kind }) => kind === "ask");
  const other = app.next_steps.find(({ kind }) => kind === "line")?.line;
  const { data: lines = [] } = useQuery({ ...linesQuery(useApi()), enabled: !!other });
  const made = knownBy(lines.filter(({ line, framework }) => line === other && framework === app.framework));
  const busy = finish.isPending || again.isPending;
  return (
    <Dialog title={wrong.length > 0 ? imports.unfinished(app.name) : imports.stands[build.stand](app.name)} close={common.close} onClose={onClose}>
      {wrong.length > 0 ? <p>{imports.missing(wrong.length)}</p> : <ImportBuild build={build} />}
      {wrong.length > 0 && <Findings name={imports.wrong} of={wrong} tone="bg-bad-soft text-bad" />}
      {wrong.length === 0 && changed.length > 0 && <p>{imports.changed(changed.length)}:</p>}
      {wrong.length === 0 && <Findings name={imports.changed(changed.length)} of={changed} tone="bg-sunken" />}
      {wrong.length > 0 && changed.length > 0 && (
        <details>
          <summary className="min-h-8 cursor-pointer text-sm text-muted max-md:py-3">{imports.changed(changed.length)}</summary>
          <Findings name={imports.changed(changed.length)} of={changed} tone="bg-sunken" />
        </details>
      )}
      <PackageLinks {...packages} />
      {finish.error && <Fault title={imports.notAsked} detail={detailOf(finish.error)} />}
      {again.error && <Fault title={imports.notAgain} detail={detailOf(again.error)} />}
      {other && made && <p className="text-muted">{imports.lineTold[other](made)}</p>}
      <div className="flex flex-wrap items-center gap-4">
        {ask && (
          <Button look="main" aria-disabled={busy} onClick={() => busy || finish.mutate(ask.message)}>
            {finish.isPending ? imports.asking : imports.ask}
          </Button>
        )}
        {other && (
          <Button aria-disabled={busy} onClick={() => busy || again.mutate({ file, line: other, app_id: app.id })}>
            {again.isPending ? home.importing : imports.line[other]}
          </Button>
        )}
        <Link to="/apps/$app" params={{ app: app.id }} className="inline-flex min-h-11 items-center font-semibold text-accent underline">
          {home.open(app.name)}
        </Link>
      </div>
    </Dialog>
  );
}

/** The packages that are used and not in the catalog: each finding begins with its name. */
function missingIn({ diagnostics }: ImportedApp): string[] {
  return diagnostics.flatMap(({ code, message }) => (code === "PACKAGE_NOT_IN_CATALOG" ? message.split(" ", 1) : []));
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
