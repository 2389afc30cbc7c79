import { Shell } from "@/app/Shell";
import { TenantPage } from "@/features/tenant/TenantPage";

/** The tenant: who is signed in, and its keys. */
export function TenantRoute() {
  return (
    <Shell>
      <TenantPage />
    </Shell>
  );
}
