import { NewsLine } from "@/app/NewsLine";
import type { News } from "@/data/news";
import { useMessages } from "@/messages/useMessages";

/** What happened in other apps. It has a strip of its own above the page, so it covers nothing; F8 moves the focus there. */
export function NewsList({ news, open }: { news: readonly News[]; open: (news: News) => void }) {
  const { everywhere } = useMessages();
  return (
    <section aria-label={everywhere.news} className="max-h-[40vh] shrink-0 overflow-y-auto border-b border-line bg-sunken">
      <ol
        data-news=""
        tabIndex={-1}
        className="flex flex-col outline-offset-[-3px] md:flex-row"
      >
        {news.map((one) => (
          <NewsLine key={one.id} news={one} open={open} />
        ))}
      </ol>
    </section>
  );
}
