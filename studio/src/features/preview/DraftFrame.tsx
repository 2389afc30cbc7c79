import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useApi } from "@/data/api";
import type { App } from "@/data/apps";
import { draftQuery, type Opened } from "@/data/preview";
import { type Hooks, PageFrame } from "@/features/preview/PageFrame";
import { useMessages } from "@/messages/useMessages";
import { useRun } from "@/run/useRun";

interface Props {
  app: App;
  run: string;
  status: string | undefined;
  path: string | undefined;
  /** Somebody is at work in a frame, so it stays as it is. */
  held: boolean;
  hooks: DraftHooks;
}

/** Of which tree the page is that stands in the frame, and of which one that could; null without one. */
export interface Trees {
  shown: string | null;
  ready: string | null;
}

export const NO_TREES: Trees = { shown: null, ready: null };

export interface DraftHooks extends Hooks {
  onTrees: (trees: Trees) => void;
}

/**
 * What a run's tree looks like now, over the page it started from. All pages of a run have one origin, so one frame goes
 * from each to the next without a flash. A tree that only its build shows leaves the one before.
 */
export function DraftFrame({ app, run, status, path, held, hooks }: Props) {
  const { preview } = useMessages();
  const tree = useRun(app.id, run, status).view.draft?.tree ?? "";
  const { data } = useQuery({ ...draftQuery(useApi(), app.id, run, tree), enabled: tree !== "" });
  const page = data && "preview_url" in data ? data : null;
  const [opened, setOpened] = useState<(Opened & { tree: string }) | null>(null);
  if (page && page.token !== opened?.token && !held) setOpened({ ...page, tree });
  useTrees(opened?.tree ?? null, page && tree, hooks.onTrees);
  if (!opened) return null;
  const waits = data && "waits" in data ? data.waits : undefined;
  return (
    <div className="absolute inset-0 flex flex-col bg-sunken">
      <p role="status" title={waits} className="flex gap-2 bg-accent-soft px-4 py-1 text-sm text-ink">
        <strong>{preview.draft}</strong>
        <span>{waits === undefined ? preview.draftText : preview.draftWaits}</span>
      </p>
      <div className="min-h-0 w-full grow">
        <PageFrame title={preview.draftTitle(app.name)} opened={opened} path={path} hooks={hooks} />
      </div>
    </div>
  );
}

/** Told to who decides what is shown, and that it is gone with the frame. */
function useTrees(shown: string | null, ready: string | null, onTrees: (trees: Trees) => void): void {
  useEffect(() => {
    onTrees({ shown, ready });
    return () => onTrees(NO_TREES);
  }, [shown, ready, onTrees]);
}
