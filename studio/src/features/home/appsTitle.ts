/** The heading of the apps. */
export const APPS_TITLE = "apps-title";
