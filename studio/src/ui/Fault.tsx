import type { ReactNode } from "react";

interface Props {
  title: string;
  detail?: string;
  /** What was found wrong, a line each. */
  findings?: readonly string[];
  action?: ReactNode;
}

/** What did not work, in its place: in plain words, what was found, and one thing to do. */
export function Fault({ title, detail, findings = [], action }: Props) {
  return (
    <div role="alert" className="flex flex-col items-start gap-2 rounded-md bg-bad-soft p-3 text-sm text-bad">
      <p className="break-words">
        <span className="font-semibold">{title}</span> {detail}
      </p>
      {findings.length > 0 && (
        <ul className="flex flex-col gap-1 font-mono text-xs [overflow-wrap:anywhere]">
          {findings.slice(0, 20).map((finding, at) => (
            <li key={at}>{finding}</li>
          ))}
        </ul>
      )}
      {action}
    </div>
  );
}
