import type { Opened } from "@/data/preview";

const SCRIPT = "@chatbuilder/bridge.js";

/**
 * Gives the preview's origin a newer token while its page stays: a frame that nobody sees asks for a script of ours there,
 * and the answer renews the cookie. No code of the app runs in it.
 */
export function KeptOpen({ opened: { preview_url: url, token } }: { opened: Opened }) {
  const there = new URL(SCRIPT, url);
  there.searchParams.set("t", token);
  return <iframe hidden aria-hidden title="" src={there.href} sandbox="allow-same-origin" referrerPolicy="no-referrer" />;
}
