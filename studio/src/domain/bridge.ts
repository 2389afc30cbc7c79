/** What the page of a preview says to the Studio. It is a stranger's page: only what has exactly this shape is taken, and cut. */
export const LEVELS = ["debug", "log", "info", "warn", "error", "network"] as const;
export type Level = (typeof LEVELS)[number];

export interface Line {
  level: Level;
  text: string;
  source: string;
  /** Milliseconds since 1970, by the page's clock. */
  at: number;
}

export interface Picked {
  tag: string;
  role: string;
  name: string;
  text: string;
  path: string;
  classes: readonly string[];
}

export interface Place {
  path: string;
  back: boolean;
  forward: boolean;
  /** The page itself says that nothing is there. */
  dead?: true;
}

export interface News {
  lines: readonly Line[];
  /** Lines that were more than the page's side keeps. */
  lost: number;
  place?: Place;
  aim?: string;
  picking?: boolean;
  picked?: Picked;
  /** The browser refuses storage to the page, so it keeps its data in memory. */
  refused?: true;
  /** All that it keeps so, as it wrote it. Nothing here reads it. */
  kept?: string;
  /** Hosts that the page's policy kept it from. */
  blocked?: readonly string[];
}

export const HELLO = "hello";
const LINES_MOST = 500;
const LINE_CHARS = 1000;
const PATH_CHARS = 500;
const HOSTS_MOST = 10;
const HOST = /^[a-z0-9._-]{1,253}(:[0-9]{1,5})?$/;
const COUNT_MOST = 10_000_000;
/** More is kept by the page alone. */
export const KEPT_CHARS = 500_000;

/** Whether a message is a page's wish to be connected. */
export function isHello(data: unknown): boolean {
  return isRecord(data) && data["chatbuilder"] === HELLO && data["version"] === 1;
}

/** The news in a message; null when anything of it is not as it must be. */
export function readNews(data: unknown): News | null {
  if (!isRecord(data) || data["kind"] !== "news") return null;
  const { lines = [], lost = 0 } = data;
  if (!Array.isArray(lines) || lines.length > LINES_MOST || !isCount(lost)) return null;
  // `Array.from`: what looks at each member of a list passes over its holes.
  const read = Array.from(lines, readLine);
  if (!read.every((line) => line !== null)) return null;
  const news: News = { lines: read, lost };
  for (const [name, reader] of Object.entries(PARTS)) {
    if (data[name] === undefined) continue;
    const part = reader(data[name]);
    if (part === null) return null;
    Object.assign(news, { [name]: part });
  }
  return news;
}

const PARTS: { [Part in "place" | "aim" | "picking" | "picked" | "refused" | "kept" | "blocked"]: (value: unknown) => News[Part] | null } = {
  place: readPlace,
  aim: (value) => text(value, 200),
  picking: (value) => (typeof value === "boolean" ? value : null),
  picked: readPicked,
  refused: (value) => (value === true ? value : null),
  kept: (value) => (typeof value === "string" && value.length <= KEPT_CHARS ? value : null),
  blocked: readHosts,
};

function readLine(value: unknown): Line | null {
  if (!isRecord(value)) return null;
  const level = LEVELS.find((known) => known === value["level"]);
  const said = text(value["text"], LINE_CHARS);
  const source = value["source"] === undefined ? "" : text(value["source"], PATH_CHARS);
  const at = value["at"];
  return level && said !== null && source !== null && typeof at === "number" && Number.isFinite(at) ? { level, text: said, source, at } : null;
}

function readPlace(value: unknown): Place | null {
  if (!isRecord(value)) return null;
  const { path, back, forward, dead } = value;
  const own = text(path, PATH_CHARS);
  if (!own?.startsWith("/") || typeof back !== "boolean" || typeof forward !== "boolean") return null;
  return { path: own, back, forward, ...(dead === true ? { dead } : {}) };
}

function readHosts(value: unknown): readonly string[] | null {
  if (!Array.isArray(value) || value.length > HOSTS_MOST) return null;
  return Array.from(value).every((host) => typeof host === "string" && HOST.test(host)) ? value : null;
}

function readPicked(value: unknown): Picked | null {
  if (!isRecord(value)) return null;
  const bounds = { tag: 40, role: 40, name: 120, text: 200, path: 300 } as const;
  const parts = Object.entries(bounds).map(([name, most]) => [name, text(value[name], most)] as const);
  const { classes } = value;
  if (parts.some(([, part]) => part === null) || !Array.isArray(classes) || classes.length > 6) return null;
  const names = Array.from(classes, (name) => text(name, 60));
  if (names.some((name) => name === null)) return null;
  return { ...Object.fromEntries(parts), classes: names } as unknown as Picked;
}

// oxlint-disable-next-line no-control-regex -- what a page says is shown as one plain text
const UNSEEN = /[\u0000-\u0008\u000b-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g;

/** Plain text of at most so many characters: nothing in it turns the writing around or ends it. Null for anything else. */
export function text(value: unknown, most: number): string | null {
  return typeof value === "string" && value.length <= most ? value.replace(UNSEEN, "") : null;
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= COUNT_MOST;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What is asked for in the address field, as a path of the app; null where it leads elsewhere. */
export function pathOf(typed: string, origin: string): string | null {
  const wanted = typed.trim();
  if (wanted.length > PATH_CHARS) return null;
  try {
    const there = new URL(/^[a-z][a-z0-9+.-]*:/i.test(wanted) ? wanted : `/${wanted.replace(/^\/+/, "")}`, origin);
    return there.origin === origin ? `${there.pathname}${there.search}${there.hash}` : null;
  } catch {
    return null;
  }
}

/** An element in a few words, and as text for the agent. */
export function elementWords({ tag, role, name, text: words, path, classes }: Picked): { label: string; detail: string } {
  const label = [role || tag, name && `"${name.slice(0, 40)}"`].filter(Boolean).join(" ");
  const facts = [`tag: ${tag}`, role && `role: ${role}`, name && `name: ${name}`, words && `text: ${words}`, `path: ${path}`, classes.length > 0 && `classes: ${classes.join(" ")}`];
  return { label, detail: facts.filter(Boolean).join("\n") };
}
