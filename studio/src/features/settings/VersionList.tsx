import { type VersionChange, weighty } from "@/domain/versions";
import { useLineWords } from "@/messages/lines/useLineWords";

/** What has another major version on the other line, and what is not there; the rest is counted. */
export function VersionList({ changes }: { changes: readonly VersionChange[] }) {
  const words = useLineWords();
  const shown = weighty(changes);
  const fewer = changes.length - shown.length;
  return (
    <>
      <p className="font-semibold">{words.before}</p>
      <ul aria-label={words.before} className="flex flex-col gap-1 font-mono text-xs">
        {shown.map(({ name, version, to }) => (
          <li key={name} className="[overflow-wrap:anywhere]">
            {name} {version} → {to ?? <span className="font-sans font-semibold">{words.absent}</span>}
          </li>
        ))}
      </ul>
      {fewer > 0 && <p className="text-muted">{words.fewer(fewer)}</p>}
    </>
  );
}
