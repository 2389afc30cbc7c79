import { lazy, Suspense } from "react";
import { useFeed } from "@/app/useFeed";
import { type News, useNews } from "@/data/news";

const NewsList = lazy(() => import("@/app/NewsList").then(({ NewsList: part }) => ({ default: part })));

/** News of other apps, on every page. */
export function Everywhere({ open }: { open: (news: News) => void }) {
  useFeed();
  const news = useNews();
  return <Suspense>{news.length > 0 && <NewsList news={news} open={open} />}</Suspense>;
}
