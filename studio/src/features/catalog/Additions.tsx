import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useApi } from "@/data/api";
import { type Addition, additionsQuery } from "@/data/packages";
import { AdditionRow } from "@/features/catalog/AdditionRow";
import { usePackageWords } from "@/messages/packages/usePackageWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { Notice } from "@/ui/Notice";
import { Working } from "@/ui/Working";

/** What waits for the owner's word first, then what was added, refused, or is being looked at. */
export function Additions() {
  const { common } = useMessages();
  const words = usePackageWords();
  const query = useQuery(additionsQuery(useApi()));
  const heading = useRef<HTMLHeadingElement>(null);
  const items = query.data ?? [];
  const said = useSaid(items);
  // In one list, so that a proposal that was accepted is still the same row.
  const rows = items.toSorted((one, other) => Number(other.status === "proposed") - Number(one.status === "proposed"));
  return (
    <section aria-label={words.list} className="flex flex-col gap-4">
      <h2 ref={heading} tabIndex={-1} className="text-lg">
        {words.list}
      </h2>
      <p role="status" className="sr-only">
        {said && `${said.name}: ${words.states[said.status]}`}
      </p>
      {query.isPending && <Working label={common.loading} />}
      {query.isError && !query.data && <Fault title={words.loadFailed} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />}
      {query.data && items.length === 0 && (
        <div className="rounded-md border border-line bg-surface">
          <Notice title={words.empty} text={words.emptyText} heading="h3" />
        </div>
      )}
      {rows.length > 0 && (
        <ul aria-label={words.list} className="flex flex-col divide-y divide-line rounded-md border border-line bg-surface">
          {rows.map((addition) => (
            <AdditionRow key={`${addition.line}/${addition.name}`} addition={addition} onGone={() => heading.current?.focus()} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** The one that was seen being added: how it ends is told aloud, what had ended before is not. */
function useSaid(items: readonly Addition[]): Addition | undefined {
  const [seen, see] = useState("");
  const working = items.find(({ status }) => status === "adding");
  if (working && working.name !== seen) see(working.name);
  return items.find(({ name }) => name === seen);
}
