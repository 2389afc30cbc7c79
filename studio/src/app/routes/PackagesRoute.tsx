import { getRouteApi } from "@tanstack/react-router";
import { Shell } from "@/app/Shell";
import { PackagesPage } from "@/features/catalog/PackagesPage";

const route = getRouteApi("/packages");

/** The catalog of packages. The address may name one to decide about. */
export function PackagesRoute() {
  const { name, line } = route.useSearch();
  return (
    <Shell>
      <PackagesPage wish={{ name: String(name ?? ""), line }} />
    </Shell>
  );
}
