import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useApi } from "@/data/api";
import { type RunDetail, runQuery } from "@/data/runs";
import { useRun } from "@/run/useRun";

/** A step can be read a moment after its stream has told that it is done. */
const BEHIND_MS = 800;

/**
 * Reads a run at work again whenever its stream tells of another step: the seconds and dollars of a step are in no event. Of
 * its beginning, of what waits and of its end the feed of all apps tells.
 */
export function useSteps({ app_id: app, id, status }: RunDetail): void {
  const api = useApi();
  const cache = useQueryClient();
  const { view } = useRun(app, id, status);
  const done = view.entries.filter((entry) => entry.kind === "tool" && entry.ended !== null).length;
  const told = `${done} ${view.usage?.model_calls ?? 0} ${view.stage} ${view.segment}`;
  useEffect(() => {
    const { queryKey } = runQuery(api, app, id);
    const timer = setTimeout(() => void cache.invalidateQueries({ queryKey, exact: true }), BEHIND_MS);
    return () => clearTimeout(timer);
  }, [api, cache, app, id, told]);
}
