import { useNavigate } from "@tanstack/react-router";
import { Shell } from "@/app/Shell";
import { TenantUsagePage } from "@/features/spending/TenantUsagePage";

/** What all apps use together. */
export function UsageRoute() {
  const navigate = useNavigate();
  return (
    <Shell>
      <TenantUsagePage onApp={(app) => void navigate({ to: "/apps/$app", params: { app }, search: { tab: "usage" } })} />
    </Shell>
  );
}
