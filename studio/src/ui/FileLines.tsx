import { Counts } from "@/ui/FileCard";

interface Props {
  label: string;
  files: readonly { path: string; additions: number; deletions: number }[];
}

/** Files by name, with how much of each would change. */
export function FileLines({ label, files }: Props) {
  return (
    <ul aria-label={label} className="max-h-60 overflow-y-auto rounded-md border border-line bg-surface px-3 py-2">
      {files.map((file) => (
        <li key={file.path} className="flex items-baseline gap-3">
          <span className="min-w-0 grow font-mono text-xs [overflow-wrap:anywhere]">{file.path}</span>
          <Counts file={file} />
        </li>
      ))}
    </ul>
  );
}
