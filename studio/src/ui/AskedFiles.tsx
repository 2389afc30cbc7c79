import type { PatchFile } from "@/domain/patch";
import { type AskedStep, waitingFor } from "@/domain/waiting";
import { useMessages } from "@/messages/useMessages";

/** The files of several steps that wait, in short, before all their lines. */
export function AskedFiles({ steps }: { steps: readonly AskedStep[] }) {
  const { changes, turn } = useMessages();
  const files = filesOf(steps);
  if (files.length < 2) return null;
  return (
    <div className="flex flex-col gap-1 text-sm">
      <p>{turn.askedFiles(files.length)}</p>
      <ul className="flex max-h-60 list-disc flex-col gap-0.5 overflow-y-auto pl-5">
        {files.map(({ path, status }) => (
          <li key={path} className="[overflow-wrap:anywhere]">
            <code className="font-mono text-xs">{path}</code> <span className="text-muted">({changes.fileStatus[status]})</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Each once, as the last of the steps leaves it. */
function filesOf(steps: readonly AskedStep[]): PatchFile[] {
  const found = steps.flatMap((step) => {
    const waiting = waitingFor(step);
    return "files" in waiting ? waiting.files : [];
  });
  return [...new Map(found.map((file) => [file.path, file])).values()];
}
