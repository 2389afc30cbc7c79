import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { Workspace } from "@/data/workspace";

const route = getRouteApi("/apps/$app");

/** Who opens an app with a plan, and names no place in it, begins with its overview. */
export function useFirstPage({ app }: Workspace): void {
  const navigate = route.useNavigate();
  const place = route.useSearch();
  const begins = useRef(Boolean(app.active_blueprint_id) && Object.keys(place).length === 0);
  useEffect(() => {
    if (begins.current) void navigate({ search: { tab: "overview" }, replace: true });
    begins.current = false;
  }, [navigate]);
}
