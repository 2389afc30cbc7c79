/** What a line of the menu that leads somewhere looks like. */
export const MENU_LINK = "flex min-h-10 items-center rounded-sm font-semibold hover:text-accent max-md:min-h-11";
