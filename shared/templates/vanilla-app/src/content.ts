/** The app's name and its navigation. */
export const app = { name: "Starter" };

export const navigation = [
  { path: "/", label: "Overview", icon: "home" },
  { path: "/projects", label: "Projects", icon: "list" },
  { path: "/settings", label: "Settings", icon: "sliders" },
] as const;
