import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import { searchQuery } from "@/data/files";
import { byFile, foundIn } from "@/domain/found";
import { useCodeWords } from "@/messages/code/useCodeWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Notice } from "@/ui/Notice";
import { Working } from "@/ui/Working";

interface Props {
  app: string;
  draft: string;
  words: string;
  paths: ReadonlySet<string>;
  onOpen: (path: string, line: number) => void;
}

/** The lines of the draft that hold the words, file by file. */
export function SearchResults({ app, draft, words, paths, onOpen }: Props) {
  const code = useCodeWords();
  const { common } = useMessages();
  const query = useQuery(searchQuery(useApi(), app, draft, words));
  if (query.isPending) return <Working label={code.searching} />;
  if (query.isError || !query.data.success) {
    return <Notice tone="bad" title={code.searchFailed} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />;
  }
  const found = foundIn(query.data.stdout, paths);
  const count = Number(query.data.data["matches"] ?? found.length);
  const files = byFile(found);
  return (
    <div className="flex flex-col gap-3 p-3 text-sm">
      <p role="status" className="text-muted">
        {count === 0 ? code.noText(words) : code.found(count, found.length)}
      </p>
      {files.map(([path, lines]) => (
        <section key={path} aria-label={path}>
          <h3 className="font-semibold [overflow-wrap:anywhere]">{path}</h3>
          <ul>
            {lines.map(({ line, text }) => (
              <li key={line}>
                <button
                  type="button"
                  onClick={() => onOpen(path, line)}
                  className="flex w-full gap-2 rounded-sm py-1 text-left outline-offset-[-2px] hover:bg-sunken max-md:py-2.5"
                >
                  <span className="shrink-0 text-muted tabular-nums">{line}</span>
                  <code className="min-w-0 truncate font-mono text-xs leading-5">{text}</code>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
