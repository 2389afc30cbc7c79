import { createRouter, type RouterHistory } from "vue-router";
import NotFoundPage from "./pages/NotFoundPage.vue";
import OverviewPage from "./pages/OverviewPage.vue";
import ProjectsPage from "./pages/ProjectsPage.vue";
import SettingsPage from "./pages/SettingsPage.vue";

export const appRouter = (history: RouterHistory) =>
  createRouter({
    history,
    scrollBehavior: (to, from, saved) => saved ?? (to.path === from.path ? undefined : { top: 0 }),
    routes: [
      { path: "/", component: OverviewPage },
      { path: "/projects", component: ProjectsPage },
      { path: "/settings", component: SettingsPage },
      { path: "/:path(.*)*", component: NotFoundPage },
    ],
  });
