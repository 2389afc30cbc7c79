import style from "@/ui/frame.css?url";
import { pageAddress } from "@/ui/pageAddress";

const ALWAYS = "allow-scripts allow-same-origin allow-forms allow-modals";
/** Each of these is a way to carry words to another host, so a page that no person has confirmed has none of them. */
const CONFIRMED = "allow-popups allow-downloads";

export interface Framed {
  preview_url: string;
  token: string;
  /** No person has confirmed this page. */
  confined?: boolean | undefined;
}

/**
 * A document of ours with the page in its frame. It inherits the Studio's policy, and of a page that no person has
 * confirmed it allows that one preview alone: a page that leads itself elsewhere leaves an empty frame.
 */
export function frameShell(opened: Framed, path: string | undefined, name = ""): string {
  const { origin, pathname, href } = new URL(opened.preview_url);
  const only = pathname === "/" ? origin : href;
  const policy = opened.confined ? `<meta http-equiv="Content-Security-Policy" content="${escaped(`frame-src ${only}`)}">` : "";
  const sandbox = opened.confined ? ALWAYS : `${ALWAYS} ${CONFIRMED}`;
  const src = escaped(pageAddress(opened, path));
  return `${policy}<link rel="stylesheet" href="${style}"><iframe name="${escaped(name)}" src="${src}" sandbox="${sandbox}" referrerpolicy="no-referrer"></iframe>`;
}

/** The page's own frame in the document around it, once that is there. */
export function innerFrame(outer: HTMLIFrameElement | null): HTMLIFrameElement | null {
  return outer?.contentDocument?.querySelector("iframe") ?? null;
}

/** The page's window. */
export function innerWindow(outer: HTMLIFrameElement | null): Window | null {
  return innerFrame(outer)?.contentWindow ?? null;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
