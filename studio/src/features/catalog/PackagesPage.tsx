import { useQuery } from "@tanstack/react-query";
import { useApi } from "@/data/api";
import { meQuery } from "@/data/tenant";
import type { PackageWish } from "@/domain/packages";
import { Additions } from "@/features/catalog/Additions";
import { CatalogSearch } from "@/features/catalog/CatalogSearch";
import { PackageForm } from "@/features/catalog/PackageForm";
import { usePackageWords } from "@/messages/packages/usePackageWords";
import { useMessages } from "@/messages/useMessages";
import { Button } from "@/ui/Button";
import { Fault } from "@/ui/Fault";
import { Working } from "@/ui/Working";

/** What apps may be built with: the owner's additions to it, and what is there already. */
export function PackagesPage({ wish }: { wish: PackageWish }) {
  const { common } = useMessages();
  const words = usePackageWords();
  const me = useQuery(meQuery(useApi()));
  const may = me.data?.scopes.includes("admin");
  return (
    <div className="mx-auto flex max-w-[720px] flex-col gap-8 px-4 py-6 md:px-6 md:py-8">
      <div className="flex flex-col gap-3">
        <h1 className="text-xl">{words.title}</h1>
        <p className="text-muted">{words.lead}</p>
        {may === false && <p>{words.forbidden}</p>}
      </div>
      {me.isPending && <Working label={common.loading} />}
      {me.isError && !me.data && <Fault title={words.loadFailed} action={<Button onClick={() => me.refetch()}>{common.retry}</Button>} />}
      {may && <PackageForm key={wish.name} wish={wish} />}
      {may && <Additions />}
      {me.data && <CatalogSearch />}
    </div>
  );
}
