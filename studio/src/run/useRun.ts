import { useEffect, useMemo, useSyncExternalStore } from "react";
import { useApi } from "@/data/api";
import { useConnection } from "@/data/connection";
import type { Followed } from "@/run/follow";
import { followerOf } from "@/run/followers";

/**
 * A run as it happens. It is taken up again when the browser is back (online, in front, in focus), when the server is, and
 * when its word for the run, `status`, has changed: somebody answered what it waited for.
 */
export function useRun(app: string, run: string, status?: string | undefined): Followed & { resume: () => void } {
  const api = useApi();
  const follower = useMemo(() => followerOf(api, app, run), [api, app, run]);
  const { feed } = useConnection();
  useEffect(() => onReturn(follower.resume), [follower]);
  useEffect(follower.resume, [follower, status, feed === "live"]);
  return { ...useSyncExternalStore(follower.subscribe, follower.current), resume: follower.resume };
}

function onReturn(act: () => void): () => void {
  const leaving = new AbortController();
  const { signal } = leaving;
  window.addEventListener("online", act, { signal });
  window.addEventListener("focus", act, { signal });
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && act(), { signal });
  return () => leaving.abort();
}
