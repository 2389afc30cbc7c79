import { createRouter, type RouteLocationNormalized, type RouterHistory } from "vue-router";
import NotFoundPage from "./pages/NotFoundPage.vue";
import OverviewPage from "./pages/OverviewPage.vue";
import ProjectsPage from "./pages/ProjectsPage.vue";
import SettingsPage from "./pages/SettingsPage.vue";

/** Whether both show the same page, as with another query or another `:id`. */
export const samePage = (to: RouteLocationNormalized, from: RouteLocationNormalized) =>
  to.matched.at(-1) === from.matched.at(-1);

export const appRouter = (history: RouterHistory) =>
  createRouter({
    history,
    scrollBehavior: (to, from, saved) => saved ?? (samePage(to, from) ? undefined : { top: 0 }),
    routes: [
      { path: "/", component: OverviewPage },
      { path: "/projects", component: ProjectsPage },
      { path: "/settings", component: SettingsPage },
      { path: "/:path(.*)*", component: NotFoundPage },
    ],
  });
