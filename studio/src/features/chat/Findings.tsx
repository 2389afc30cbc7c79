import { Link, useParams } from "@tanstack/react-router";
import type { Schemas } from "@/data/api";
import { useMessages } from "@/messages/useMessages";

const MOST = 50;

/** What a check found, each with its place in the code. */
export function Findings({ found }: { found: Schemas["DiagnosticsData"] }) {
  const { chat, changes } = useMessages();
  const source = found.source in changes.parts ? `${changes.parts[found.source as keyof typeof changes.parts]}: ` : "";
  return (
    <details className={found.ok ? "text-sm text-muted" : "text-sm text-bad"}>
      <summary className="w-fit cursor-pointer max-md:py-3">
        {source}
        {chat.diagnostics(found.diagnostics.length)}
      </summary>
      <ul className="mt-2 flex flex-col gap-1 font-mono text-xs [overflow-wrap:anywhere]">
        {found.diagnostics.slice(0, MOST).map((one, at) => (
          <li key={at}>
            <Place {...one} /> {one.message}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Place({ path, line }: Schemas["Diagnostic"]) {
  const { app } = useParams({ strict: false });
  const said = line ? `${path}:${line}` : path;
  if (!path || !app) return said;
  return (
    <Link to="/apps/$app" params={{ app }} search={{ tab: "code", file: path, ...(line ? { line } : {}) }} className="underline">
      {said}
    </Link>
  );
}
