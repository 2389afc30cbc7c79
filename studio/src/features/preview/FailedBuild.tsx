import { Link } from "@tanstack/react-router";
import type { Workspace } from "@/data/workspace";
import { placed } from "@/data/problem";
import { Strip } from "@/features/preview/Strip";
import { useMessages } from "@/messages/useMessages";

const SHOWN = 5;

/** Why the draft is not what is seen: what its build found, each place one step away. */
export function FailedBuild({ workspace: { app, build } }: { workspace: Workspace }) {
  const { preview } = useMessages();
  const error = build.build_error;
  const found = error?.diagnostics ?? [];
  return (
    <>
      <Strip tone="bad">
        {preview.failed} {error?.message}
      </Strip>
      {found.length > 0 && (
        <ul aria-label={preview.findings} className="max-h-32 shrink-0 overflow-y-auto bg-bad-soft px-4 pb-2 font-mono text-xs text-bad [overflow-wrap:anywhere]">
          {found.slice(0, SHOWN).map((one, at) => (
            <li key={at} className="py-0.5">
              {one.path ? (
                <Link to="/apps/$app" params={{ app: app.id }} search={{ tab: "code", file: one.path, ...(one.line ? { line: one.line } : {}) }} className="underline">
                  {placed(one)}
                </Link>
              ) : (
                placed(one)
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
