import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { wantsNotes } from "@/app/usePreferences";
import { useApi } from "@/data/api";
import { appQuery } from "@/data/apps";
import { dropNews, type News } from "@/data/news";
import { runQuery } from "@/data/runs";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { IconButton } from "@/ui/IconButton";
import { StatusMark } from "@/ui/StatusMark";

const SHOWN_MS = 10_000;
const WAITING: ReadonlySet<string> = new Set(["awaiting_approval", "planned"]);
const STATES = { begins: "running", ended: "completed", failed: "failed", waits: "awaiting_approval", published: "completed", notPublished: "failed" } as const;

/** One of them. It goes by itself, but not while somebody is at it; what waits for a person stays until they have said their word. */
export function NewsLine({ news, open }: { news: News; open: (news: News) => void }) {
  const { everywhere, common, workspace } = useMessages();
  const name = useQuery(appQuery(useApi(), news.app)).data?.name;
  const [held, hold] = useState(false);
  const words = news.words ?? (name === undefined || news.what === "begins" ? "" : everywhere.newsOf[news.what](name));
  useEffect(() => {
    if (held || news.what === "waits") return;
    const timer = setTimeout(() => dropNews(news.id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [held, news]);
  useEffect(() => note(words, news, open), [words, news, open]);
  const isOver = useHasWord(news);
  useEffect(() => {
    if (isOver) dropNews(news.id);
  }, [isOver, news]);
  const go = () => {
    dropNews(news.id);
    open(news);
  };
  return (
    <li
      onMouseEnter={() => hold(true)}
      onMouseLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
      className="flex min-w-0 items-center gap-2 px-3 text-ink max-md:py-1 max-md:not-last:border-b max-md:not-last:border-line md:flex-1 md:px-6 md:not-last:border-r md:not-last:border-line"
    >
      <StatusMark state={STATES[news.what]} iconOnly />
      <p role="status" className="min-w-0 grow py-2 text-sm break-words">
        {words}
      </p>
      {news.url ? (
        <a href={news.url} target="_blank" rel="noopener noreferrer" className="inline-flex min-h-11 shrink-0 items-center rounded-sm text-sm font-semibold text-accent underline">
          {workspace.live}
        </a>
      ) : (
        <Button onClick={go} className="min-h-8 shrink-0 px-3 text-sm">
          {everywhere.openApp}
        </Button>
      )}
      <IconButton label={common.close} onClick={() => dropNews(news.id)} className="-mr-1 shrink-0">
        <X aria-hidden size={16} strokeWidth={1.75} />
      </IconButton>
    </li>
  );
}

/** Whether the run that waited for a person has got its word since, here or in another tab. */
function useHasWord({ app, run, waits, what }: News): boolean {
  const query = useQuery({ ...runQuery(useApi(), app, waits ?? run), enabled: what === "waits", refetchOnMount: "always" });
  return query.isFetchedAfterMount && query.isSuccess && !WAITING.has(query.data.status);
}

/** By the browser itself, where a person asked for it and is elsewhere. */
function note(words: string, news: News, open: (news: News) => void): void {
  if (!words || document.visibilityState === "visible" || !wantsNotes()) return;
  const shown = new Notification(words, { tag: news.id });
  shown.onclick = () => {
    window.focus();
    open(news);
    shown.close();
  };
}
