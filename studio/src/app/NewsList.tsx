import { NewsLine } from "@/app/NewsLine";
import type { News } from "@/data/news";
import { useMessages } from "@/messages/useMessages";

/** What runs elsewhere have come to. It is said politely, and F8 goes there; the same stands on the app's own page. */
export function NewsList({ news, open }: { news: readonly News[]; open: (news: News) => void }) {
  const { everywhere } = useMessages();
  return (
    <section aria-label={everywhere.news}>
      <ol
        data-news=""
        tabIndex={-1}
        className="fixed right-4 bottom-4 z-20 flex w-[min(360px,calc(100vw-2rem))] flex-col gap-2 rounded-md max-md:bottom-16"
      >
        {news.map((one) => (
          <NewsLine key={one.id} news={one} open={open} />
        ))}
      </ol>
    </section>
  );
}
