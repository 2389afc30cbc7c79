import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useApi } from "@/data/api";
import { noteConnection } from "@/data/connection";
import { Feed } from "@/data/feed";
import { type AppEvent, openHappenings } from "@/data/happenings";
import { readAgain } from "@/data/stale";
import { tellNews } from "@/data/news";
import { wantsNotes } from "@/app/usePreferences";

/** Events within this time of the first cause one rereading together. */
const TOGETHER_MS = 60;
/** A page that was hidden for this long unsubscribes until it is seen again, unless its person wants notifications. */
const UNSEEN_MS = 60_000;

/** The page's one subscription to the event feed: what an event is about is read again. It resumes when the page is seen again. */
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
  let hiding: ReturnType<typeof setTimeout> | undefined;
  const onVisibility = () => {
    clearTimeout(hiding);
    if (document.visibilityState === "visible") feed.resume();
    else if (!wantsNotes()) hiding = setTimeout(feed.stop, UNSEEN_MS);
  };
  window.addEventListener("online", feed.renew, { signal });
  window.addEventListener("focus", feed.resume, { signal });
  document.addEventListener("visibilitychange", onVisibility, { signal });
  return () => {
    clearTimeout(hiding);
    leaving.abort();
  };
}
