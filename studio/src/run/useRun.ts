import { useEffect, useMemo, useSyncExternalStore } from "react";
import { useApi } from "@/data/api";
import type { Followed } from "@/run/follow";
import { followerOf } from "@/run/followers";

/**
 * A run as it happens. It is taken up again when the browser is back (online, in front, in focus), and when the server's
 * word for it, `status`, has changed: somebody answered what it waited for.
 */
export function useRun(app: string, run: string, status?: string | undefined): Followed & { resume: () => void } {
  const api = useApi();
  const follower = useMemo(() => followerOf(api, app, run), [api, app, run]);
  useEffect(() => onReturn(follower.resume), [follower]);
  useEffect(follower.resume, [follower, status]);
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
