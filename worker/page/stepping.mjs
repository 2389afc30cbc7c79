// The steps of an acceptance check: what a person would do, on elements found by role and accessible name.

import { setTimeout as pause } from 'node:timers/promises';
import { MOST_TRIED, fits } from './patterns.mjs';
import { click } from './pointing.mjs';
import { fill, press, select } from './typing.mjs';
import { Watcher } from './watcher.mjs';

const LOAD_MS = 8_000;
const WAIT_MS = 3_000;
const LOOK_MS = 40;
const MOST_READ = 200;
const MOST_WORDS = 500;
/** A check says the same on every day: its pages believe that it began then. */
const BEGAN = Date.UTC(2026, 0, 5, 10);
/** What Chromium calls the elements of a role, where that is not the role itself. */
const ALSO = {
  img: ['image'], textbox: ['searchbox', 'Date', 'DateTime', 'InputTime', 'ColorWell'], button: ['DisclosureTriangle', 'popUpButton'],
  cell: ['gridcell'], menuitem: ['menuitemcheckbox', 'menuitemradio'], group: ['Details'], grid: ['treegrid'], dialog: ['alertdialog'],
};

/** A page of its own in this context, and how to speak to it. */
export async function openPage(tools, browserContextId, origin, { width, height }) {
  const { targetId } = await tools.send('Target.createTarget', { url: 'about:blank', browserContextId });
  const { sessionId: session } = await tools.send('Target.attachToTarget', { targetId, flatten: true });
  const watcher = new Watcher(tools, origin);
  const send = (method, params, ms) => tools.send(method, params, { session, ms });
  await watcher.attach(targetId, session);
  await Promise.all([
    send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false }),
    send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value: 'reduce' }] }),
    send('Emulation.setTimezoneOverride', { timezoneId: 'UTC' }).catch(() => {}),
    send('Emulation.setLocaleOverride', { locale: 'en-US' }).catch(() => {}),
    send('Page.addScriptToEvaluateOnNewDocument', { source: `(${setClock})(${BEGAN - Date.now()})` }),
  ]);
  return { send, watcher, origin };
}

/** Runs in the page: its clock is `ahead` milliseconds ahead. */
function setClock(ahead) {
  const Real = Date;
  const now = () => Real.now() + ahead;
  globalThis.Date = new Proxy(Real, {
    construct: (target, given, made) => Reflect.construct(target, given.length > 0 ? given : [now()], made),
    apply: () => new Real(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}

/** A step or a result in words. */
export function told({ do: what, path, role, name, text, value, count, url, nth }) {
  const quoted = [name, text].filter((said) => said !== null && said !== undefined).map((said) => JSON.stringify(said));
  const rest = [nth !== null && nth !== undefined && `number ${nth}`, count !== null && count !== undefined && `${count} times`, value !== null && value !== undefined && `= ${JSON.stringify(value)}`];
  return [what, path, role, ...quoted, url && `the address ${url}`, ...rest].filter(Boolean).join(' ').slice(0, 300);
}

/** Do it; an error in words where that cannot be done. */
export async function doStep(step, page) {
  if (step.do === 'open') return open(step.path, page);
  if (step.do === 'reload') return reload(page);
  const node = step.role === null ? null : await find(step, page);
  switch (step.do) {
    case 'click': await click(node, page.send); break;
    case 'fill': await fill(node, step.text, page.send); break;
    case 'select': await select(node, step.text, page.send); break;
    case 'press': await press(node, step.text, page.send); break;
    default: throw new Error(`There is no step ${step.do}.`);
  }
}

async function open(path, page) {
  page.watcher.loaded = false;
  const { errorText } = await page.send('Page.navigate', { url: page.origin + path });
  if (errorText) throw new Error(`The page could not be opened: ${errorText}`);
  await loaded(page);
}

/** The page once more, with what it has stored. */
async function reload(page) {
  page.watcher.loaded = false;
  await page.send('Page.reload');
  await loaded(page);
}

async function loaded({ watcher }) {
  const until = Date.now() + LOAD_MS;
  while (!watcher.loaded && Date.now() < until) await pause(10);
  if (!watcher.loaded) throw new Error(`The page had not finished loading after ${LOAD_MS / 1000} seconds.`);
}

/** Two frames later: what follows from the last step is there, or is gone. */
export async function drawn(send) {
  const expression = 'new Promise((done) => { setTimeout(done, 200); requestAnimationFrame(() => requestAnimationFrame(done)); })';
  await send('Runtime.evaluate', { expression, awaitPromise: true }).catch(() => {});
}

/** What `look` finds, as soon as it is `good`; what it found last when it never is. A page on its way elsewhere is waited for. */
export async function waitFor(look, good) {
  const until = Date.now() + WAIT_MS;
  for (;;) {
    const seen = await look().catch((error) => ({ error }));
    if (!seen?.error && good(seen)) return seen;
    if (Date.now() >= until) return seen?.error ? Promise.reject(seen.error) : seen;
    await pause(LOOK_MS);
  }
}

/** The elements of a role, and of a name where one is given, as the accessibility tree has them: all, or the nth alone. */
export async function elements({ role, name, nth = null }, send) {
  const whole = await named({ role, name }, send);
  const found = whole.length === 0 && name !== null ? await called(role, name, send) : whole;
  return nth === null ? found : found.slice(nth - 1, nth);
}

/** Those whose name fits a pattern, or whose words do, where the role has no name of its own (list items, paragraphs). */
async function called(role, name, send) {
  const all = await namesOf(role, send);
  const isCalled = name.includes('*') ? (own) => fits(name, own) : (own) => own === name;
  return all.filter((one) => isCalled(one.name)).map(({ node }) => node);
}

async function namesOf(role, send) {
  const all = (await named({ role, name: null }, send)).slice(0, MOST_TRIED);
  const unnamed = all.filter((node) => !node.name?.value).slice(0, MOST_READ);
  const words = new Map(await Promise.all(unnamed.map(async (node) => [node, await wordsOf(node, send)])));
  return all.map((node) => ({ node, name: String(node.name?.value || words.get(node) || '') }));
}

async function wordsOf(node, send) {
  const { object } = await send('DOM.resolveNode', { backendNodeId: node.backendDOMNodeId });
  const functionDeclaration = `function () { return String(this.innerText ?? '').slice(0, ${MOST_WORDS}).replace(/\\s+/g, ' ').trim(); }`;
  const { result } = await send('Runtime.callFunctionOn', { objectId: object.objectId, functionDeclaration, returnByValue: true });
  return String(result.value ?? '');
}

async function named({ role, name }, send) {
  const { result } = await send('Runtime.evaluate', { expression: 'document' });
  const asked = { objectId: result.objectId, ...(name !== null && { accessibleName: name }) };
  const { nodes } = await send('Accessibility.queryAXTree', asked);
  const roles = [role, ...(ALSO[role] ?? [])];
  return nodes.filter((node) => !node.ignored && node.backendDOMNodeId && roles.includes(node.role?.value));
}

async function find(step, { send }) {
  const [node] = await waitFor(() => elements(step, send), (found) => found.length > 0);
  if (!node) throw new Error(await missing(step, send));
  const { object } = await send('DOM.resolveNode', { backendNodeId: node.backendDOMNodeId });
  return { objectId: object.objectId };
}

/** That it is not there, and what there is of its role; of one that is too far back, how many there are. */
export async function missing({ role, name, nth = null }, send) {
  const said = `${role}${name === null ? '' : ` ${JSON.stringify(name)}`}`;
  const alike = nth === null ? [] : await elements({ role, name }, send);
  if (alike.length > 0) return `There is no ${said} number ${nth}: there are ${alike.length}.`;
  const others = await namesOf(role, send);
  const names = [...new Set(others.map((other) => other.name))].filter(Boolean).slice(0, 6);
  const unnamed = others.length > 0 ? ` There are ${others.length} without a name.` : ` There is no ${role} at all.`;
  const rest = names.length > 0 ? ` There is: ${names.map((other) => JSON.stringify(other.slice(0, 60))).join(', ')}.` : unnamed;
  return `There is no ${said}.${name === null ? '' : rest}`;
}
