import { CloudOff, Hourglass, Unplug } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { type Connection, useConnection } from "@/data/connection";
import { useMessages } from "@/messages/useMessages";

/** A short cut is nobody's business. */
const PATIENCE_MS = 3000;

type Trouble = { what: "offline" } | { what: "limited" | "lost"; until: number };

/** One quiet line while this page and the API do not meet: what that means, and when it is tried again. */
export function ConnectionLine() {
  const { everywhere } = useMessages();
  const trouble = useTrouble();
  const seconds = useLeft(trouble && "until" in trouble ? trouble.until : null);
  const words = { offline: everywhere.offline, lost: everywhere.lost(seconds), limited: everywhere.limited(seconds) };
  const Icon = { offline: CloudOff, lost: Unplug, limited: Hourglass }[trouble?.what ?? "lost"];
  const spoken = { offline: everywhere.offline, lost: everywhere.lostShort, limited: everywhere.limitedShort };
  return (
    <>
      <p role="status" className="sr-only">
        {trouble ? spoken[trouble.what] : ""}
      </p>
      {trouble && (
        <p data-connection={trouble.what} className="flex shrink-0 items-center justify-center gap-2 bg-warn-soft px-4 py-1.5 text-sm text-warn">
          <Icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
          <span aria-hidden>{words[trouble.what]}</span>
        </p>
      )}
    </>
  );
}

function useTrouble(): Trouble | null {
  const isOnline = useSyncExternalStore(onLine, () => navigator.onLine);
  const now = useConnection();
  const long = useLong(now.feed === "lost");
  if (!isOnline) return { what: "offline" };
  if (isLimited(now)) return { what: "limited", until: now.limitedUntil ?? 0 };
  return long ? { what: "lost", until: now.again ?? 0 } : null;
}

const isLimited = ({ limitedUntil }: Connection): boolean => limitedUntil !== null && limitedUntil > Date.now();

/** Whether something has held for a while. */
function useLong(holds: boolean): boolean {
  const [long, setLong] = useState(false);
  useEffect(() => {
    if (!holds) return setLong(false);
    const timer = setTimeout(() => setLong(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [holds]);
  return holds && long;
}

/** Seconds until a moment, counted down. */
function useLeft(until: number | null): number {
  const [, tick] = useState(0);
  useEffect(() => {
    if (until === null) return;
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, [until]);
  return until === null ? 0 : Math.max(0, Math.ceil((until - Date.now()) / 1000));
}

function onLine(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}
