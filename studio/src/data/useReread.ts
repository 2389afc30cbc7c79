import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { APPS } from "@/data/apps";

/**
 * What is shown of an app is read again when its run's stream says that it made a revision, and that it is over
 * (`behind`): a moment before the feed of all apps does.
 */
export function useReread(app: string, { revisions, behind }: { revisions: number; behind: boolean }): void {
  const cache = useQueryClient();
  useEffect(() => {
    if (revisions > 0 || behind) void cache.invalidateQueries({ queryKey: [...APPS, app] });
  }, [cache, app, revisions, behind]);
}
