import type { ProjectState } from "@/data/project";
import { Titled } from "@/features/project/PartSection";
import { useWork } from "@/messages/work/useWork";
import { Button } from "@/ui/Button";
import { StatusMark } from "@/ui/StatusMark";
import { useAgo } from "@/ui/useAgo";

const FILES_SHOWN = 20;

/** What the tests, the linter and the last publication said, and the files that were written last. Nobody writes it by hand. */
export function KnownResults({ state, onRun }: { state: ProjectState; onRun: (run: string) => void }) {
  const ago = useAgo();
  const { project } = useWork();
  const { deploy_result: deployed, artifacts } = state;
  const checks = [["tests", state.test_results] as const, ["lint", state.lint_results] as const, ["security", state.security_results] as const];
  return (
    <Titled title={project.results} text={project.resultsText}>
      <dl className="flex flex-col gap-4">
        {checks.map(([name, result]) => (
          <div key={name} className="flex flex-col gap-1">
            <dt className="font-semibold">{project[name]}</dt>
            <dd className="flex flex-col gap-1">
              {result ? (
                <>
                  <span className="flex flex-wrap items-center gap-3">
                    <StatusMark state={result.success ? "completed" : "failed"} />
                    <span className="text-sm text-muted">{ago(result.at)}</span>
                    <Button look="quiet" onClick={() => onRun(result.run_id)}>
                      {project.seeRun}
                    </Button>
                  </span>
                  {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it */}
                  <pre role="group" tabIndex={0} aria-label={project[name]} className="max-h-60 overflow-auto rounded-md bg-sunken p-3 font-mono text-xs [overflow-wrap:anywhere] whitespace-pre-wrap">
                    {result.output}
                  </pre>
                </>
              ) : (
                <span className="text-muted">{project.neverRun}</span>
              )}
            </dd>
          </div>
        ))}
        <div className="flex flex-col gap-1">
          <dt className="font-semibold">{project.deployed}</dt>
          <dd className="flex flex-col gap-1">
            {deployed ? (
              <>
                <StatusMark state={deployed.status === "published" ? "completed" : "failed"} />
                {deployed.message && <span className="text-sm text-bad [overflow-wrap:anywhere]">{deployed.message}</span>}
                {deployed.live_url && (
                  <a href={deployed.live_url} target="_blank" rel="noopener noreferrer" className="self-start rounded-sm py-3 text-accent underline [overflow-wrap:anywhere]">
                    {deployed.live_url}
                  </a>
                )}
              </>
            ) : (
              <span className="text-muted">{project.neverDeployed}</span>
            )}
          </dd>
        </div>
        <div className="flex flex-col gap-1">
          <dt className="font-semibold">{project.artifacts}</dt>
          <dd className="font-mono text-xs [overflow-wrap:anywhere]">
            {artifacts.length === 0 ? <span className="font-sans text-base text-muted">{project.noArtifacts}</span> : artifacts.slice(0, FILES_SHOWN).join(", ")}
            {artifacts.length > FILES_SHOWN && ` ${project.moreFiles(artifacts.length - FILES_SHOWN)}`}
          </dd>
        </div>
      </dl>
    </Titled>
  );
}
