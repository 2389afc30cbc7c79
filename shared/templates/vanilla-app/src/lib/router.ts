import { createStore } from "./store";

// An app that lives in a folder (built with a relative base) keeps its page in the address's hash.
const inHash = import.meta.env.BASE_URL !== "/";

/** Where the app is, and whether the browser went there itself: its Back and Forward find their own place on the page. */
export const place = createStore(read());

/** What a link to a page of the app has as its `href`. */
export function href(path: string): string {
  return inHash ? `#${path}` : path;
}

export function navigate(path: string, { replace = false } = {}): void {
  history[replace ? "replaceState" : "pushState"](null, "", href(path));
  place.set(read());
}

/** The page of the first pattern that fits. */
export function findPage<Page>(routes: Record<string, Page>, path: string): Page | undefined {
  return Object.entries(routes).find(([pattern]) => paramsOf(pattern, path))?.[1];
}

/** What stands in the path for the `:names` of the pattern, when it fits. */
export function paramsOf(pattern: string, path: string): Record<string, string> | undefined {
  const params: Record<string, string> = {};
  const [wanted, parts] = [pattern.split("/"), path.split("/")];
  const fits = wanted.every((name, at) => {
    const part = parts[at] ?? "";
    if (!name.startsWith(":")) return name === part;
    params[name.slice(1)] = decode(part);
    return part !== "";
  });
  return fits && wanted.length === parts.length ? params : undefined;
}

/** Follows clicks on the app's own links without loading the page again. */
export function followLink(event: MouseEvent): void {
  const link = event.target instanceof Element && event.target.closest("a");
  const plain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute("download")) return;
  if (inHash || link.hash || link.origin !== location.origin) return;
  event.preventDefault();
  navigate(link.pathname + link.search);
}

function read(back = false): { path: string; query: URLSearchParams; back: boolean } {
  const url = new URL(inHash ? location.hash.slice(1) || "/" : location.href, location.origin);
  return { path: url.pathname.replace(/(.)\/$/, "$1"), query: url.searchParams, back };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

addEventListener("popstate", () => place.set(read(true)));
