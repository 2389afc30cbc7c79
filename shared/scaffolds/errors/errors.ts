// @scaffold errors
import { setting } from "../common/setting";

const target = read(setting(import.meta.env.VITE_SENTRY_DSN));
const MOST = 10;
let sent = 0;

/** Tells the error service of one error: at most ten a visit, and none while no service is set. */
export function report(error: unknown): void {
  if (!target || sent++ >= MOST) return;
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  const event = {
    event_id: crypto.randomUUID().replaceAll("-", ""),
    timestamp: Date.now() / 1000,
    platform: "javascript",
    level: "error",
    request: { url: location.origin + location.pathname },
    exception: { values: [{ type: name, value: message }] },
    extra: { stack },
  };
  const head = { event_id: event.event_id, sent_at: new Date().toISOString() };
  const lines = [head, { type: "event" }, event].map((line) => JSON.stringify(line)).join("\n");
  void fetch(target, { method: "POST", body: lines, keepalive: true }).catch(() => {});
}

/** Reports what nobody caught. */
export function startErrors(): void {
  if (!target) return;
  window.addEventListener("error", (event) => report(event.error ?? event.message));
  window.addEventListener("unhandledrejection", (event) => report(event.reason));
}

/** Where a DSN (https://key@host/project) says that reports go; empty for one that cannot be read. */
function read(dsn: string): string {
  if (!URL.canParse(dsn)) return "";
  const { protocol, username, host, pathname } = new URL(dsn);
  const project = pathname.replaceAll("/", "");
  if (protocol !== "https:" || !username || !project) return "";
  return `https://${host}/api/${project}/envelope/?sentry_version=7&sentry_key=${encodeURIComponent(username)}`;
}
