import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ProblemError } from "@/data/api";
import { type Saved, shaOf, type Unsaved, useSave } from "@/data/files";
import { type Workspace, workspaceKey } from "@/data/workspace";
import { buffersOf, useWritten } from "@/features/code/buffers";
import type { Finding } from "@/features/code/editor";

export interface Moved {
  workspace: Workspace;
  paths: readonly string[];
}

export type Edits = ReturnType<typeof useEdits>;

/** What is written and not saved in an app, and how it becomes a revision. */
export function useEdits({ app, draft, build }: Workspace) {
  const cache = useQueryClient();
  const buffers = buffersOf(app.id);
  const { files, kept } = useWritten(app.id);
  const saving = useSave(app.id);
  const [moved, setMoved] = useState<Moved | null>(null);

  const save = async (wanted: readonly Unsaved[]) => {
    if (saving.isPending || wanted.length === 0) return;
    const saved = await saving.mutateAsync(wanted).catch(() => null);
    if (saved?.kind === "moved") setMoved(saved);
    if (saved?.kind !== "saved") return;
    const tree = cache.getQueryData<Workspace>(workspaceKey(app.id))?.tree ?? [];
    for (const file of wanted) buffers.saved(file, { revision: saved.revision, sha256: shaOf(tree, file.path) });
  };

  return {
    files,
    kept,
    save,
    saving: saving.isPending,
    done: saving.data?.kind === "saved",
    error: saving.error,
    findings: findingsOf(saving.error) ?? (draft.build_status === "failed" ? build.diagnostics : warningsOf(saving.data)),
    write: (file: Unsaved) => buffers.put(file),
    drop: (path: string) => {
      buffers.drop(path);
      saving.reset();
    },
    moved,
    setMoved,
  };
}

const NONE: readonly Finding[] = [];

/** What the save warned of, such as an import in a file that no page loads: it is kept all the same. */
const warningsOf = (saved: Saved | undefined) => (saved?.kind === "saved" ? saved.warnings : NONE);

function findingsOf(error: Error | null): readonly Finding[] | null {
  return error instanceof ProblemError ? (error.problem.diagnostics ?? NONE) : null;
}
