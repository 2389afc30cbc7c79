// @scaffold analytics
import { setting } from "../common/setting";

const domain = setting(import.meta.env.VITE_PLAUSIBLE_DOMAIN);
const EVENTS = "https://plausible.io/api/event";

/** Counts something. Without cookies, and nothing that says who it was; a failure is nobody's concern. */
export function count(name: string): void {
  if (!domain || navigator.doNotTrack === "1") return;
  const body = JSON.stringify({ name, domain, url: location.href, referrer: document.referrer });
  void fetch(EVENTS, { method: "POST", body, keepalive: true, headers: { "Content-Type": "text/plain" } }).catch(() => {});
}

/** Counts this page, and each that the app goes to. */
export function startAnalytics(): void {
  if (!domain) return;
  let last = "";
  const visit = () => {
    if (location.pathname === last) return;
    last = location.pathname;
    count("pageview");
  };
  const push = history.pushState.bind(history);
  history.pushState = (...given) => {
    push(...given);
    visit();
  };
  window.addEventListener("popstate", visit);
  visit();
}
