import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, createRoute, createRouter, lazyRouteComponent, Outlet } from "@tanstack/react-router";
import type { Api } from "@/data/api";
import { appQuery } from "@/data/apps";
import { parsePlace } from "@/domain/place";
import { Shell } from "@/app/Shell";
import { Home } from "@/features/home/Home";
import { Failed, Lost } from "@/app/Lost";

export interface Context {
  api: Api;
  cache: QueryClient;
}

const root = createRootRouteWithContext<Context>()({
  component: Outlet,
  notFoundComponent: LostRoute,
  errorComponent: FailedRoute,
});

const home = createRoute({ getParentRoute: () => root, path: "/", component: HomeRoute });

const workspace = createRoute({
  getParentRoute: () => root,
  path: "/apps/$app",
  validateSearch: parsePlace,
  // Whoever goes to another pane stays in the chat that is shown.
  search: { middlewares: [({ search, next }) => ({ ...(search.chat ? { chat: search.chat } : {}), ...next(search) })] },
  loader: ({ context, params }) => {
    void context.cache.prefetchQuery(appQuery(context.api, params.app));
  },
  component: lazyRouteComponent(() => import("@/app/routes/WorkspaceRoute"), "WorkspaceRoute"),
});

const usage = createRoute({
  getParentRoute: () => root,
  path: "/usage",
  component: lazyRouteComponent(() => import("@/app/routes/UsageRoute"), "UsageRoute"),
});

const tenant = createRoute({
  getParentRoute: () => root,
  path: "/account",
  component: lazyRouteComponent(() => import("@/app/routes/TenantRoute"), "TenantRoute"),
});

const packages = createRoute({
  getParentRoute: () => root,
  path: "/packages",
  validateSearch: (search: { name?: string; line?: string }) => search,
  component: lazyRouteComponent(() => import("@/app/routes/PackagesRoute"), "PackagesRoute"),
});

const help = createRoute({
  getParentRoute: () => root,
  path: "/help",
  validateSearch: (search: { chapter?: string; at?: string }) => search,
  component: lazyRouteComponent(() => import("@/app/routes/HelpRoute"), "HelpRoute"),
});

function HomeRoute() {
  return (
    <Shell>
      <Home />
    </Shell>
  );
}

function LostRoute() {
  return (
    <Shell>
      <Lost what="page" />
    </Shell>
  );
}

function FailedRoute() {
  return (
    <Shell>
      <Failed />
    </Shell>
  );
}

export function createStudioRouter(context: Context) {
  const routeTree = root.addChildren([home, workspace, usage, tenant, packages, help]);
  return createRouter({ routeTree, basepath: "/studio", context, defaultPreload: "intent" });
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createStudioRouter>;
  }
}
