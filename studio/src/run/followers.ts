import type { Api } from "@/data/api";
import { Follower } from "@/run/follow";

const MOST = 30;
const kept = new WeakMap<Api, Map<string, Follower>>();

/** The one follower of a run: however many places show it, it is read once, and what was read stays for a while. */
export function followerOf(api: Api, app: string, run: string): Follower {
  const followers = kept.get(api) ?? new Map<string, Follower>();
  kept.set(api, followers);
  const found = followers.get(run) ?? new Follower((after, signal) => api.events(app, run, { after, signal }));
  followers.delete(run);
  followers.set(run, found);
  for (const oldest of [...followers.keys()].slice(0, -MOST)) followers.delete(oldest);
  return found;
}
