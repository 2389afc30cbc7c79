import type { Finding } from "@/features/code/editor";
import { useCodeWords } from "@/messages/code/useCodeWords";

const MOST = 50;

/** What was found wrong in all files; each leads to its place. */
export function FindingList({ findings, onOpen }: { findings: readonly Finding[]; onOpen: (path: string, line?: number) => void }) {
  const code = useCodeWords();
  if (findings.length === 0) return null;
  return (
    <section aria-label={code.findings(findings.length)} className="max-h-40 shrink-0 overflow-y-auto border-t border-line bg-surface p-2 text-sm">
      <h3 className="px-1 font-semibold">{code.findings(findings.length)}</h3>
      <ul>
        {findings.slice(0, MOST).map((finding, at) => (
          <li key={at}>
            <Place finding={finding} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Place({ finding: { path, line, message, hint, severity }, onOpen }: { finding: Finding; onOpen: (path: string, line?: number) => void }) {
  const code = useCodeWords();
  const words = (
    <>
      <span className={severity === "error" ? "shrink-0 font-semibold text-bad" : "shrink-0 font-semibold text-warn"}>{code.severities[severity]}</span>
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {path && <code className="font-mono text-xs">{line ? `${path}:${line} ` : `${path} `}</code>}
        {message} {hint && <span className="text-muted">{hint}</span>}
      </span>
    </>
  );
  if (!path) return <p className="flex gap-2 px-1 py-1">{words}</p>;
  return (
    <button type="button" onClick={() => onOpen(path, line ?? undefined)} className="flex w-full gap-2 rounded-sm px-1 py-1 text-left outline-offset-[-2px] hover:bg-sunken max-md:py-2.5">
      {words}
    </button>
  );
}
