import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/data/api";
import { catalogQuery } from "@/data/packages";
import { useSets } from "@/features/catalog/useSets";
import { usePackageWords } from "@/messages/packages/usePackageWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { Field, FIELD } from "@/ui/Field";
import { SelectField } from "@/ui/SelectField";
import { Working } from "@/ui/Working";

const SHORTEST = 2;
const SHOWN = 12;

/** Looks through what apps may use now, so that nothing is added twice. */
export function CatalogSearch() {
  const { common } = useMessages();
  const { search, form } = usePackageWords();
  const sets = useSets();
  const [chosen, choose] = useState("current");
  const [typed, type] = useState("");
  const words = typed.trim().toLowerCase();
  const wanted = words.length >= SHORTEST;
  const query = useQuery({ ...catalogQuery(useApi(), chosen), enabled: wanted });
  const found = query.data?.filter(({ name, category, summary }) => `${name} ${category} ${summary}`.toLowerCase().includes(words)) ?? [];
  const told = !wanted || !query.data ? "" : found.length > 0 ? search.found(found.length) : search.none(typed.trim());
  return (
    <section aria-label={search.title} className="flex flex-col gap-3">
      <h2 className="text-lg">{search.title}</h2>
      <SelectField label={form.line} value={chosen} options={sets} onChange={choose} />
      <Field label={search.label} hint={search.hint}>
        {(ids) => <input {...ids} type="search" maxLength={100} autoComplete="off" value={typed} onChange={(event) => type(event.target.value)} className={FIELD} />}
      </Field>
      {wanted && query.isPending && <Working label={common.loading} />}
      {wanted && query.isError && !query.data && <Fault title={search.failed} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />}
      <p role="status" className="text-sm text-muted">
        {told}
      </p>
      {wanted && found.length > 0 && (
        <ul aria-label={search.title} className="flex flex-col divide-y divide-line rounded-md border border-line bg-surface">
          {found.slice(0, SHOWN).map(({ name, version, licence, summary }) => (
            <li key={name} className="p-3">
              <p className="flex flex-wrap gap-x-3 font-mono text-sm [overflow-wrap:anywhere]">
                <span className="font-semibold">{name}</span> <span className="text-muted">{version}</span> <span className="text-muted">{licence}</span>
              </p>
              <p lang="en" className="text-sm text-muted">
                {summary}
              </p>
            </li>
          ))}
        </ul>
      )}
      {wanted && found.length > SHOWN && <p className="text-sm text-muted">{search.more(found.length - SHOWN)}</p>}
    </section>
  );
}
