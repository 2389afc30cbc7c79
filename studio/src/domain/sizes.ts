/** How wide a preview is shown; in the desktop's size, as wide as there is room. */
export type Size = "phone" | "tablet" | "desktop";
