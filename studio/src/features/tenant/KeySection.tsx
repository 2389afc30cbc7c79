import { useInfiniteQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import { keysQuery, type Me } from "@/data/tenant";
import { KeyForm } from "@/features/tenant/KeyForm";
import { KeyRow } from "@/features/tenant/KeyRow";
import { useWork } from "@/messages/work/useWork";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { Working } from "@/ui/Working";

/** The keys of programs. Who may not administer is told so, and asks the server nothing that it refuses. */
export function KeySection({ me }: { me: Me }) {
  const { common } = useMessages();
  const { tenant } = useWork();
  const may = me.scopes.includes("admin");
  const query = useInfiniteQuery({ ...keysQuery(useApi()), enabled: may });
  const keys = query.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section aria-label={tenant.keys} className="flex flex-col gap-4">
      <h2 className="text-lg">{tenant.keys}</h2>
      <p className="text-muted">{may ? tenant.keysText : tenant.keysForbidden}</p>
      {may && <KeyForm me={me} />}
      {may && query.isPending && <Working label={common.loading} />}
      {query.isError && !query.data && <Fault title={tenant.keysFailed} action={<Button onClick={() => query.refetch()}>{common.retry}</Button>} />}
      {query.data && keys.length === 0 && <p className="text-muted">{tenant.noKeys}</p>}
      {keys.length > 0 && (
        <ul aria-label={tenant.keys} className="flex flex-col divide-y divide-line rounded-md border border-line bg-surface">
          {keys.map((key) => (
            <li key={key.id}>
              <KeyRow apiKey={key} />
            </li>
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button className="self-center" aria-disabled={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
          {common.more}
        </Button>
      )}
    </section>
  );
}
