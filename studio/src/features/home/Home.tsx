import { AppShelf } from "@/features/home/AppShelf";
import { OfflineNote } from "@/features/home/OfflineNote";
import { StartBox } from "@/features/home/StartBox";
import { useMessages } from "@/messages/useMessages";

/** Where one begins: a sentence for a new app, and the apps there are. */
export function Home() {
  const { home } = useMessages();
  return (
    <div className="mx-auto flex w-full max-w-[1184px] flex-col gap-10 px-4 py-8 md:pt-14">
      <section aria-labelledby="start-title" className="mx-auto flex w-full max-w-[760px] flex-col gap-6">
        <h1 id="start-title" className="text-center text-xl md:text-2xl">
          {home.title}
        </h1>
        <StartBox />
        <OfflineNote />
      </section>
      <AppShelf />
    </div>
  );
}
