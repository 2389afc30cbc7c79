import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import { blueprintsQuery } from "@/data/planning";
import type { DocLeads } from "@/features/documents/docLeads";
import { useDocumentWords } from "@/messages/documents/useDocumentWords";

/** The plans that a text was made into, each a way to it; nothing where there is none. */
export function PlansOf({ app, document, leads }: { app: string; document: string; leads: DocLeads }) {
  const words = useDocumentWords();
  const made = usePlansOf(app, document);
  if (made.length === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 px-2 text-sm text-muted">
      {words.plans}
      {made.map(({ id, title, version }) => (
        <button key={id} type="button" onClick={() => leads.toPlan(id)} className="rounded-sm text-accent underline max-md:min-h-11">
          {words.plan(title, version)}
        </button>
      ))}
    </p>
  );
}

/** The blueprints that are made from a text, as far as they are known. */
export function usePlansOf(app: string, document: string) {
  const { data } = useQuery(blueprintsQuery(useApi(), app));
  return (data ?? []).filter(({ document_id: made }) => made === document);
}
