import type { AppScaffold } from "@/data/scaffolds";
import { FeatureCard } from "@/features/scaffolds/FeatureCard";
import { useFeatureWords } from "@/messages/features/useFeatureWords";
import { arrive } from "@/ui/arrive";

interface Props {
  stands: readonly AppScaffold[];
  onOpen: (key: string) => void;
}

/** What the app may be given, and above it what it has or has been offered. */
export function FeatureGallery({ stands, onOpen }: Props) {
  const words = useFeatureWords();
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto flex max-w-[880px] flex-col gap-6 p-4 md:p-6">
        <header className="flex flex-col gap-1">
          <h2 ref={arrive} tabIndex={-1} className="text-lg">
            {words.title}
          </h2>
          <p className="text-muted">{words.lead}</p>
        </header>
        <Shelf title={words.here} stands={stands.filter(({ state }) => state !== "available")} onOpen={onOpen} />
        <Shelf title={words.more} stands={stands.filter(({ state }) => state === "available")} onOpen={onOpen} />
      </div>
    </div>
  );
}

function Shelf({ title, stands, onOpen }: Props & { title: string }) {
  if (stands.length === 0) return null;
  return (
    <section className="flex flex-col gap-3">
      <h3 className="font-sans text-sm font-semibold">{title}</h3>
      <ul aria-label={title} className="grid gap-3 md:grid-cols-[repeat(auto-fill,minmax(16rem,1fr))]">
        {stands.map((stand) => (
          <li key={stand.scaffold.key}>
            <FeatureCard stand={stand} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </section>
  );
}
