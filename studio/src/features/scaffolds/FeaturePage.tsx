import { ArrowLeft } from "lucide-react";
import { useRef } from "react";
import type { App } from "@/data/apps";
import type { AppScaffold, Scaffold } from "@/data/scaffolds";
import { FeatureForm } from "@/features/scaffolds/FeatureForm";
import type { FeatureLeads } from "@/features/scaffolds/featureLeads";
import { FeatureNote } from "@/features/scaffolds/FeatureNote";
import { featureIcon } from "@/features/scaffolds/featureIcons";
import { useFeatureForm } from "@/features/scaffolds/useFeatureForm";
import { useFeatureWords } from "@/messages/features/useFeatureWords";
import { arrive } from "@/ui/arrive";
import { Button } from "@/ui/Button";

interface Props {
  app: App;
  stand: AppScaffold;
  /** The scaffold in the server's own words. */
  original: Scaffold;
  leads: FeatureLeads;
}

/** One feature: what it does and needs, how it stands in the app, and what is to be done next. */
export function FeaturePage({ app, stand, original, leads }: Props) {
  const words = useFeatureWords();
  const form = useFeatureForm({ app, stand, original });
  const note = useRef<HTMLDivElement>(null);
  const { scaffold, hosts } = stand;
  const Icon = featureIcon(scaffold.key);
  const steps = (
    <section className="flex flex-col gap-2">
      <h3 className="font-sans font-semibold">{form.isNew ? words.after : words.next}</h3>
      <ul className="flex list-disc flex-col gap-1 pl-5">
        {scaffold.next.map((step) => (
          <li key={step} className="[overflow-wrap:anywhere]">
            {step}
          </li>
        ))}
      </ul>
      {hosts.length > 0 && <p className="text-sm [overflow-wrap:anywhere] text-muted">{words.hosts(hosts.join(", "))}</p>}
    </section>
  );
  return (
    <div className="h-full overflow-y-auto">
      <div className="mx-auto flex max-w-[720px] flex-col gap-6 p-4 md:p-6">
        <header className="flex flex-col gap-1">
          <Button look="quiet" icon={<ArrowLeft aria-hidden size={16} />} onClick={() => leads.onOpen({ tab: "features" })} className="-ml-4 self-start">
            {words.all}
          </Button>
          <h2 ref={arrive} tabIndex={-1} className="flex items-center gap-3 text-lg">
            <Icon aria-hidden size={20} strokeWidth={1.75} className="shrink-0 text-accent" />
            {scaffold.title}
          </h2>
          <p>{scaffold.description}</p>
          <p className="text-sm text-muted">
            {words.service}: {scaffold.service}
          </p>
          <div ref={note} tabIndex={-1} role="status">
            <FeatureNote stand={stand} ask={form.proposal?.ask ?? null} leads={leads} />
          </div>
        </header>
        {!form.isNew && steps}
        <FeatureForm scaffold={scaffold} form={form} leads={leads} onDone={() => note.current?.focus()} />
        {form.isNew && steps}
      </div>
    </div>
  );
}
