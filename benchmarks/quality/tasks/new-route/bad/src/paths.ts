import { useEffect, useState, type MouseEvent } from "react";

/** The path of the page, as the address bar has it; it follows Back and Forward. */
export function usePath(): string {
  const path = location.pathname;
  const [path, setPath] = useState(location.pathname);
  useEffect(() => {
    const follow = () => setPath(location.pathname);
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, []);
  return path;
}

/** Go to a page of this site without loading it anew; clicks meant for the browser are left to it. */
export function follow(event: MouseEvent<HTMLAnchorElement>) {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  const { pathname, hash } = event.currentTarget;
  history.pushState(null, "", pathname + hash);
  dispatchEvent(new PopStateEvent("popstate"));
  if (hash === "") scrollTo(0, 0);
  else requestAnimationFrame(() => document.getElementById(hash.slice(1))?.scrollIntoView());
}
