import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { APPS } from "@/data/apps";

const AGAIN_MS = 1500;

/**
 * What is shown of an app is read again when a run made a revision, and while the server still tells of a run whose
 * stream has ended (`behind`): the end of the stream comes a moment before the end of the run.
 */
export function useReread(app: string, { revisions, behind }: { revisions: number; behind: boolean }): void {
  const cache = useQueryClient();
  useEffect(() => {
    if (revisions > 0) void cache.invalidateQueries({ queryKey: [...APPS, app] });
  }, [cache, app, revisions]);
  useEffect(() => {
    if (!behind) return;
    const read = () => void cache.invalidateQueries({ queryKey: [...APPS, app] });
    read();
    const timer = setInterval(read, AGAIN_MS);
    return () => clearInterval(timer);
  }, [cache, app, behind]);
}
