import { useMessages } from "@/messages/useMessages";

/** How cards stand beside one another. */
export const CARDS = "grid grid-cols-[repeat(auto-fill,minmax(min(100%,272px),1fr))] gap-4";

/** The room of the cards while they are on their way, so that nothing jumps when they come. */
export function EmptyCards() {
  const { common } = useMessages();
  return (
    <>
      <p role="status" className="sr-only">
        {common.loading}
      </p>
      <ul aria-hidden className={CARDS}>
        {[1, 2, 3, 4].map((one) => (
          <li key={one} className="overflow-hidden rounded-lg border border-line bg-surface max-md:nth-[n+2]:hidden">
            <div className="aspect-[16/10] bg-sunken" />
            <div className="flex h-19 flex-col gap-3 p-4">
              <div className="h-3.5 w-1/2 rounded-sm bg-sunken" />
              <div className="h-3 w-3/4 rounded-sm bg-sunken" />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
