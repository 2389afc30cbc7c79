import { lazy, Suspense, useEffect } from "react";
import { useFeed } from "@/app/useFeed";
import { type News, useNews } from "@/data/news";
import { keepFocus } from "@/ui/keepFocus";

const NewsList = lazy(() => import("@/app/NewsList").then(({ NewsList: part }) => ({ default: part })));

/** What is there on every page: what happens elsewhere is heard of, and no page in a frame takes the keyboard away. */
export function Everywhere({ open }: { open: (news: News) => void }) {
  useFeed();
  useEffect(keepFocus, []);
  const news = useNews();
  return <Suspense>{news.length > 0 && <NewsList news={news} open={open} />}</Suspense>;
}
