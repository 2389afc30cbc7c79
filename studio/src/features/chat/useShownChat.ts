import { useQuery } from "@tanstack/react-query";
import { ProblemError, useApi } from "@/data/api";
import { type Thread, threadQuery } from "@/data/threads";
import type { Workspace } from "@/data/workspace";
import { NEW_CHAT } from "@/domain/place";

export interface ShownChat {
  /** Null for one that begins with the next message. */
  id: string | null;
  thread: Thread | null;
  /** There is no such chat, or it was removed. */
  state: "here" | "removed" | "unknown";
}

/** The chat that the address names, else the app's latest that is still there, else a new one. */
export function useShownChat({ app }: Workspace, named: string | undefined): ShownChat {
  const wanted = named === NEW_CHAT ? null : (named ?? app.conversation_id ?? null);
  const { data, error } = useQuery({ ...threadQuery(useApi(), app.id, wanted ?? ""), enabled: wanted !== null });
  const thread = wanted === null ? null : (data ?? null);
  const unknown = wanted !== null && !data && error instanceof ProblemError && error.problem.status === 404;
  const gone = unknown || Boolean(thread?.archived_at);
  if (gone && !named) return { id: null, thread: null, state: "here" };
  return { id: wanted, thread, state: unknown ? "unknown" : thread?.archived_at ? "removed" : "here" };
}
