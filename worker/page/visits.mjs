// Opens every route that the app's router declares, in tabs of a context of their own: what a visitor finds who opens the
// address directly. A route with a parameter is opened where a link to one was found; without routes the links are.

import { setTimeout as pause } from 'node:timers/promises';
import { NOWHERE, declaredRoutes, isPage, openable } from './routes.mjs';
import { Watcher } from './watcher.mjs';

const MOST = 24;
const MOST_LINKED = 8;
const TABS = 2;
/** After this no further route is started. One that hangs ends by LOAD_MS and ANSWER_MS, which are as generous as elsewhere. */
const BEGIN_MS = 12_000;
const LOAD_MS = 8_000;
const ANSWER_MS = 8_000;
const LEAVE_MS = 1_000;
const SETTLE_MS = 1_500;
const QUIET_MS = 120;
const MOST_LINKS = 300;
const MOST_KEPT = 5;
/** What React Router shows instead of a route that threw; nothing is thrown then that a browser reports. */
const BOUNDARY = 'Unexpected Application Error!';
/** What it shows there for an address that no route has. */
const NOT_FOUND = /^Unexpected Application Error!\s+404\b/;

/**
 * `{ opened: [{ path, errors, console, failed_requests, notes }], skipped: [{ path, why }] }`; `page` is read already.
 * An address that the server has no page for, or that did not load and shows no fault, is skipped.
 */
export async function visitRoutes(tools, { origin, root, width, height, path, page }) {
  const plan = new Plan(declaredRoutes(root), path, page);
  const { browserContextId } = await tools.send('Target.createBrowserContext');
  const opened = [];
  const skipped = [];
  const until = Date.now() + BEGIN_MS;
  const work = async () => {
    const tab = new Tab(tools, { browserContextId, width, height });
    for (let next; Date.now() < until && (next = plan.next()); ) {
      const seen = await visit(tab, next, origin).catch(() => tab.drop() ?? { links: [], why: 'not_loaded' });
      if (seen.why) skipped.push({ path: next.path, why: seen.why });
      else opened.push(seen.report);
      plan.ended(seen);
    }
  };
  // A tab that has nothing to do may have when another has found links.
  do await Promise.all(Array.from({ length: TABS }, work)); while (plan.isWaiting && Date.now() < until);
  await tools.send('Target.disposeBrowserContext', { browserContextId }, { ms: 3000 }).catch(() => {});
  return { opened, skipped: [...skipped, ...plan.left()] };
}

/** Which address is opened next. */
class Plan {
  #static = [];
  #patterns = [];
  #links = new Map();
  #done = new Set();
  #started = 0;
  #linked = 0;
  #declares;
  #hash;

  constructor(routes, first, { links, hash }) {
    this.#hash = hash.startsWith('#/') || links.some((link) => link.startsWith('/#/'));
    const known = routes.map(openable);
    this.#static = [...new Set(known.filter(({ pattern }) => !pattern).map(({ path }) => path))];
    this.#patterns = known.filter(({ pattern }) => pattern);
    this.#declares = this.#static.some((path) => path !== '/' && path !== NOWHERE) || this.#patterns.length > 0;
    this.#done.add(this.#hash ? '/' : first.split(/[?#]/)[0]);
    this.#take(links);
  }

  get isWaiting() {
    return this.#started < MOST && this.#peek() !== null;
  }

  next() {
    const path = this.#started < MOST ? this.#peek() : null;
    if (path === null) return null;
    this.#done.add(path);
    this.#started++;
    if (!this.#declares && !this.#static.includes(path)) this.#linked++;
    const address = this.#hash ? `/#${path}` : (this.#links.get(path) ?? path);
    return { path, address };
  }

  ended({ links }) {
    this.#take(links);
  }

  /** The routes, or else the pages that links lead to, that were not opened, and why. */
  left() {
    const linked = this.#declares ? [] : [...this.#links.keys()].filter((path) => !this.#done.has(path) && !this.#static.includes(path));
    const late = this.#static.filter((path) => !this.#done.has(path)).map((path) => ({ path, why: 'limit' }));
    const unknown = this.#patterns.filter(({ pattern }) => !this.#isDone(pattern));
    const patterns = unknown.map(({ path, pattern }) => ({ path, why: this.#linkTo(pattern) ? 'limit' : 'no_link' }));
    return [...late, ...patterns, ...linked.map((path) => ({ path, why: 'limit' }))];
  }

  #isDone(pattern) {
    return [...this.#done].some((path) => pattern.test(path) && !this.#static.includes(path));
  }

  #peek() {
    const path = this.#static.find((one) => !this.#done.has(one));
    if (path !== undefined) return path;
    for (const { pattern } of this.#patterns) if (!this.#isDone(pattern) && this.#linkTo(pattern)) return this.#linkTo(pattern);
    if (this.#declares || this.#linked >= MOST_LINKED) return null;
    return [...this.#links.keys()].find((one) => !this.#done.has(one)) ?? null;
  }

  #linkTo(pattern) {
    return [...this.#links.keys()].find((path) => pattern.test(path) && !this.#static.includes(path));
  }

  #take(links) {
    for (const link of links) {
      const path = this.#hash ? (link.split('#')[1] ?? '').split('?')[0] : link.split(/[?#]/)[0];
      const isKnown = this.#links.size >= MOST_LINKS || this.#links.has(path);
      if (path.startsWith('/') && isPage(path) && !path.split('/').at(-1).includes('.') && !isKnown) this.#links.set(path, link);
    }
  }
}

/** A tab that opens one address after the other, because a tab for each would cost a process. */
class Tab {
  #target = null;
  #session = null;

  constructor(tools, { browserContextId, width, height }) {
    this.tools = tools;
    this.context = browserContextId;
    this.size = { width, height, deviceScaleFactor: 1, mobile: false };
  }

  /** `{ send, watcher }` of an empty page. Each page has its own session, so it receives no event of the previous one. */
  async open(origin) {
    if (this.#target !== null && !(await this.#leave())) this.drop();
    if (this.#target === null) {
      const { targetId } = await this.tools.send('Target.createTarget', { url: 'about:blank', browserContextId: this.context });
      this.#target = targetId;
    }
    const { sessionId: session } = await this.tools.send('Target.attachToTarget', { targetId: this.#target, flatten: true });
    this.#session = session;
    const send = (method, params, ms) => this.tools.send(method, params, { session, ms });
    const watcher = new Watcher(this.tools, origin);
    await watcher.attach(this.#target, session, false);
    await send('Emulation.setDeviceMetricsOverride', this.size);
    return { send, watcher };
  }

  /** Whether the previous page let itself be left: one that hangs since it was read must not cost the next route its visit. */
  async #leave() {
    const session = this.#session;
    try {
      // A new tab would have no session storage, and another address of a hash router would be the same document.
      await this.tools.send('Runtime.evaluate', { expression: 'sessionStorage.clear()' }, { session, ms: LEAVE_MS });
      await this.tools.send('Page.navigate', { url: 'about:blank' }, { session, ms: LEAVE_MS });
      await this.tools.send('Target.detachFromTarget', { sessionId: session }, { ms: LEAVE_MS });
      return true;
    } catch {
      return false;
    }
  }

  /** Close it; the next page is opened in a new one. */
  drop() {
    if (this.#target !== null) this.tools.send('Target.closeTarget', { targetId: this.#target }).catch(() => {});
    this.#target = this.#session = null;
  }
}

/** Open one address. */
async function visit(tab, { path, address }, origin) {
  const { send, watcher } = await tab.open(origin);
  const answer = await send('Page.navigate', { url: origin + address }).catch(() => watcher.note('The page did not begin to load in time.'));
  if (!answer?.errorText) await settled(watcher);
  const page = await readPage(send, origin).catch(() => null);
  if (page === null) watcher.note('The page did not answer: a script ran without end.');
  else if (!watcher.loaded) watcher.note('The page had not finished loading.');
  const errors = boundaryIn(watcher.report, page?.text ?? '');
  if (page === null || !watcher.loaded) tab.drop();
  const report = { path, ...kept(watcher.report, errors) };
  const links = page?.links ?? [];
  if (watcher.report.failed_requests.some(({ url }) => url === address.split('#')[0])) return { links: [], why: 'no_page' };
  const hasFault = page === null || [report.errors, report.console, report.failed_requests].some((list) => list.length > 0);
  return answer?.errorText || (!watcher.loaded && !hasFault) ? { links, why: 'not_loaded' } : { links, report };
}

async function settled(watcher) {
  const late = Date.now() + LOAD_MS;
  while (!watcher.loaded && Date.now() < late) await pause(20);
  const until = Date.now() + SETTLE_MS;
  await pause(QUIET_MS);
  while (Date.now() < until && (watcher.pending > 0 || Date.now() - watcher.lastTraffic < QUIET_MS)) await pause(20);
}

/** `{ links, hash, text }`: where its links lead within the app, and how it begins. */
export async function readPage(send, origin) {
  const expression = `[
    [...document.querySelectorAll('a[href]')].slice(0, ${MOST_LINKS}).filter((link) => !link.hasAttribute('download')).map((link) => String(link.href).slice(0, 500)),
    location.hash.slice(0, 500),
    (document.body?.innerText ?? '').trim().slice(0, 400),
  ]`;
  const { result } = await send('Runtime.evaluate', { expression, returnByValue: true }, ANSWER_MS);
  const [links, hash, text] = result.value;
  const own = links.filter((link) => link.startsWith(`${origin}/`)).map((link) => link.slice(origin.length));
  return { links: own, hash: String(hash), text: String(text) };
}

/** What its boundary shows of an error that a router has caught, where it logged nothing of it. */
function boundaryIn({ errors, console: lines }, text) {
  const isKnown = errors.length > 0 || lines.some(({ level }) => level === 'error');
  return text.startsWith(BOUNDARY) && !NOT_FOUND.test(text) && !isKnown ? [text.split('\n').slice(0, 2).join(' ').slice(0, 400)] : [];
}

function kept({ errors, console: lines, failed_requests: failed, notes }, shown) {
  const logged = lines.filter(({ level }) => level === 'error');
  const lists = { errors: [...errors, ...shown], console: logged, failed_requests: failed, notes };
  return Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.slice(0, MOST_KEPT)]));
}
