import { getRouteApi } from "@tanstack/react-router";
import { Shell } from "@/app/Shell";
import { HelpPage } from "@/features/help/HelpPage";

const route = getRouteApi("/help");

/** The user manual; the address names the chapter and the section. */
export function HelpRoute() {
  return (
    <Shell>
      <HelpPage place={route.useSearch()} />
    </Shell>
  );
}
