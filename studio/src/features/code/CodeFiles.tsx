import { Search, X } from "lucide-react";
import { type FormEvent, type ReactNode, useState } from "react";
import type { FileEntry } from "@/data/files";
import type { Workspace } from "@/data/workspace";
import { type FileMark, pathsWith } from "@/domain/tree";
import { FileTree } from "@/features/code/FileTree";
import { SearchResults } from "@/features/code/SearchResults";
import type { Edits } from "@/features/code/useEdits";
import { useCodeWords } from "@/messages/code/useCodeWords";
import { Button } from "@/ui/Button";
import { IconButton } from "@/ui/IconButton";

interface Props {
  workspace: Workspace;
  tree: readonly FileEntry[];
  marks: ReadonlyMap<string, FileMark>;
  /** Whether the text can be searched: the server searches the draft only. */
  searchable: boolean;
  edits: Edits;
  current: string | undefined;
  onOpen: (path: string, line?: number) => void;
  /** What else can be done with all of them. */
  children: ReactNode;
}

/** The files, found by name as one types and by what they hold when one asks. */
export function CodeFiles({ workspace, tree, marks, searchable, edits, current, onOpen, children }: Props) {
  const code = useCodeWords();
  const [words, setWords] = useState("");
  const [searched, setSearched] = useState("");
  const paths = pathsWith(tree.map(({ path }) => path), words);
  const unsaved = new Set(edits.files.map(({ path }) => path));
  const search = (event: FormEvent) => {
    event.preventDefault();
    if (searchable) setSearched(words.trim());
  };
  const clear = () => {
    setWords("");
    setSearched("");
  };
  return (
    <div className="flex h-full flex-col">
      <div className="flex items-center gap-1 border-b border-line p-2">
        <form role="search" onSubmit={search} className="flex min-w-0 grow items-center gap-1">
          <input
            aria-label={code.find}
            placeholder={code.find}
            value={words}
            onChange={(event) => {
              setWords(event.target.value);
              setSearched("");
            }}
            onKeyDown={(event) => event.key === "Escape" && clear()}
            className="min-h-8 w-0 grow rounded-md border border-edge bg-surface px-2 text-sm placeholder:text-muted max-md:min-h-11"
          />
          {words && (
            <IconButton label={code.clear} onClick={clear} className="size-8">
              <X aria-hidden size={16} strokeWidth={1.75} />
            </IconButton>
          )}
        </form>
        {children}
      </div>
      <div className="min-h-0 grow overflow-y-auto">
        {searched ? (
          <SearchResults app={workspace.app.id} draft={workspace.draft.id} words={searched} paths={new Set(tree.map(({ path }) => path))} onOpen={onOpen} />
        ) : (
          <>
            {paths.length > 0 ? (
              <FileTree paths={paths} marks={marks} unsaved={unsaved} all={words !== ""} current={current} onOpen={onOpen} />
            ) : (
              <p className="p-3 text-sm text-muted">{code.noName(words)}</p>
            )}
            {words.trim() && searchable && (
              <Button look="quiet" className="m-1 px-2! text-left text-sm! whitespace-normal!" icon={<Search aria-hidden size={16} />} onClick={() => setSearched(words.trim())}>
                {code.searchText}
              </Button>
            )}
          </>
        )}
      </div>
    </div>
  );
}
