import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useApi } from "@/data/api";
import { noteConnection } from "@/data/connection";
import { Feed } from "@/data/feed";
import { type AppEvent, openHappenings } from "@/data/happenings";
import { readAgain } from "@/data/stale";
import { tellNews } from "@/data/news";
import { wantsNotes } from "@/app/usePreferences";

/** What comes together is read again once. */
const TOGETHER_MS = 60;
/** A page that nobody has looked at for so long hears nothing more until somebody does, unless it is to notify them. */
const UNSEEN_MS = 60_000;

/** The page's one subscription: what happens makes stale what is shown of it. It is taken up again when somebody is back. */
export function useFeed(): void {
  const api = useApi();
  const cache = useQueryClient();
  useEffect(() => {
    const viewer = crypto.randomUUID();
    const waiting: AppEvent[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const feed = new Feed({
      open: (after, signal) => openHappenings(api, { after, viewer, signal }),
      note: noteConnection,
      tell: (event) => {
        waiting.push(event);
        tellNews(event);
        timer ??= setTimeout(() => {
          timer = undefined;
          void readAgain(cache, waiting.splice(0));
        }, TOGETHER_MS);
      },
    });
    feed.resume();
    const leave = onReturn(feed);
    return () => {
      leave();
      clearTimeout(timer);
      feed.stop();
    };
  }, [api, cache]);
}

function onReturn(feed: Feed): () => void {
  const leaving = new AbortController();
  const { signal } = leaving;
  let unseen: ReturnType<typeof setTimeout> | undefined;
  const seen = () => {
    clearTimeout(unseen);
    if (document.visibilityState === "visible") feed.resume();
    else if (!wantsNotes()) unseen = setTimeout(feed.stop, UNSEEN_MS);
  };
  window.addEventListener("online", feed.renew, { signal });
  window.addEventListener("focus", feed.resume, { signal });
  document.addEventListener("visibilitychange", seen, { signal });
  return () => {
    clearTimeout(unseen);
    leaving.abort();
  };
}
