// Opens one page of the built files in dist/ and writes what it saw to report.json and screenshot.png.
// It runs inside the sandbox, with the browser: the reader of those files believes nothing in them.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { act } from './acting.mjs';
import { audit } from './audit.mjs';
import { Timeout } from './devtools.mjs';
import { Handed } from './handed.mjs';
import { START_MS, launch } from './launch.mjs';
import { layout } from './layout.mjs';
import { callsPrint } from './paper.mjs';
import { baseOf, serve } from './site.mjs';
import { currentOf, treeText } from './tree.mjs';
import { readPage, visitRoutes } from './visits.mjs';
import { Watcher } from './watcher.mjs';

// Generous, as in launch.mjs. Only a page that hangs waits for any of them.
const LOAD_MS = 8_000;
const ANSWER_MS = 8_000;
const SETTLE_MS = 3_000;
const QUIET_MS = 300;
const WHOLE_MS = 80_000;
const MOST_ELEMENTS = 15_000;
const MOST_PICTURE = 768 * 1024;
const MOST_WIDTH = 1000;
const MOST_HEIGHT = 1600;
const THUMBNAIL_WIDTH = 480;
/** A wide and a narrow window for models that see pictures: small enough that both cost less than the whole picture. */
const PAIR = [
  { file: 'wide.jpg', width: 1440, height: 900, scale: 768 / 1440 },
  { file: 'phone.jpg', width: 390, height: 844, scale: 0.6 },
];
const MOST_OF_PAIR = 192 * 1024;
/** Pixels of an A4 page within its margins. */
const PAPER = 718;

const spec = { height: 800, dark: false, ...JSON.parse(process.argv[2]) };
let finished;
const base = spec.own_base ? baseOf('dist') : '';
const origin = await serve('dist', base);
const { child, tools } = launch(spec, gone);
const watcher = new Watcher(tools, origin);
watcher.onFirstError = () => writeFileSync('failed', ''); // the worker prepares what tells where

let started = false;
let ending = false;

function gone(why) {
  if (ending) return;
  if (started) end('The browser crashed while it showed the page.');
  else write({ started: false, why: why.slice(0, 1000) });
}

function write(report) {
  ending = true;
  writeFileSync('report.json', JSON.stringify(report));
  child?.kill('SIGKILL');
  process.exit(0);
}

function end(note) {
  if (note) watcher.note(note);
  clearTimeout(finished);
  write({ started, ...watcher.report });
}

async function open() {
  await tools.send('Browser.getVersion', {}, { ms: START_MS });
  started = true;
  const { targetId } = await tools.send('Target.createTarget', { url: 'about:blank' }, { ms: START_MS });
  const { sessionId } = await tools.send('Target.attachToTarget', { targetId, flatten: true });
  await watcher.attach(targetId, sessionId);
  await tools.send('Target.setDiscoverTargets', { discover: true });
  const permissions = ['clipboardReadWrite', 'clipboardSanitizedWrite']; // a button that copies does so where a person clicks it
  await tools.send('Browser.grantPermissions', { permissions, origin });
  const send = (method, params, ms) => tools.send(method, params, { session: sessionId, ms });
  const size = { width: spec.width, height: spec.height, deviceScaleFactor: 1, mobile: spec.width < 500 };
  await send('Emulation.setDeviceMetricsOverride', size);
  const features = [{ name: 'prefers-color-scheme', value: spec.dark ? 'dark' : 'light' }];
  await send('Emulation.setEmulatedMedia', { features });
  return send;
}

async function visit(send, path = spec.path) {
  watcher.loaded = false;
  const answer = await send('Page.navigate', { url: origin + base + path }).catch(() => null);
  if (answer === null) watcher.note('The page did not begin to load in time.');
  if (answer?.errorText) watcher.note(`The page could not be opened: ${answer.errorText}`);
  await loaded(send);
}

/** The page as it stands, opened once more with what it has stored. */
async function reload(send) {
  watcher.loaded = false;
  await send('Page.reload').catch(() => watcher.note('The page did not begin to load again in time.'));
  await loaded(send);
  return { did: 'reload', ok: watcher.loaded, message: watcher.loaded ? '' : 'It had not finished loading.' };
}

async function loaded(send) {
  if (!(await loads())) {
    await answers(send).catch(() => {}); // one that is on its way elsewhere has no answer
    if (!(await loads())) watcher.note(`The page had not finished loading after ${(2 * LOAD_MS) / 1000} seconds.`);
  }
  await settle();
}

/** Whether the page has loaded in time; asked twice, so that a slow one has longer than one whose script never ends. */
async function loads() {
  const until = Date.now() + LOAD_MS;
  while (!watcher.loaded && Date.now() < until) await pause(50);
  return watcher.loaded;
}

async function settle() {
  const until = Date.now() + SETTLE_MS;
  await pause(QUIET_MS);
  while (Date.now() < until && (watcher.pending > 0 || Date.now() - watcher.lastTraffic < QUIET_MS)) await pause(50);
}

/** Whether the page's own thread answers; a script that never ends is stopped so that the rest can be seen. */
async function answers(send) {
  try {
    await send('Runtime.evaluate', { expression: '1' }, ANSWER_MS);
    return true;
  } catch (error) {
    if (!(error instanceof Timeout)) throw error;
  }
  watcher.note('The page did not answer: a script ran without end. It was stopped; what follows is what it left.');
  await send('Runtime.terminateExecution', {}, ANSWER_MS).catch(() => {});
  return send('Runtime.evaluate', { expression: '1' }, ANSWER_MS).then(() => true, () => false);
}

async function look(send) {
  const expression = '[location.href, document.title, document.getElementsByTagName("*").length]';
  const { result } = await send('Runtime.evaluate', { expression, returnByValue: true });
  const [url, title, elements] = result.value;
  watcher.report.url = String(url).replace(origin, '').slice(0, 500);
  watcher.report.title = String(title).slice(0, 500);
  if (!url.startsWith(`${origin}/`)) {
    watcher.note(`The page left the app, for a place that cannot be reached here: ${String(url).slice(0, 300)}`);
  } else if (elements > MOST_ELEMENTS) {
    watcher.note(`The page has ${elements} elements, too many for an accessibility tree.`);
  } else {
    const { nodes } = await send('Accessibility.getFullAXTree');
    watcher.report.tree = treeText(nodes, await currentOf(send).catch(() => new Map()), origin);
  }
}

/** Show the page as it is printed on A4: without backgrounds, unless it asks for exact colours. What shows the screen again. */
async function asPaper(send) {
  const { frameTree } = await send('Page.getFrameTree');
  const { executionContextId: contextId } = await send('Page.createIsolatedWorld', { frameId: frameTree.frame.id });
  await send('Emulation.setEmulatedMedia', { media: 'print', features: [{ name: 'prefers-color-scheme', value: 'light' }] });
  await send('Emulation.setDeviceMetricsOverride', { width: PAPER, height: spec.height, deviceScaleFactor: 1, mobile: false });
  await send('Runtime.evaluate', { expression: `globalThis.asOnScreen = (${dropBackgrounds})(${MOST_ELEMENTS})`, contextId });
  return async () => {
    await send('Runtime.evaluate', { expression: 'asOnScreen()', contextId }).catch(() => {});
    await send('Emulation.setEmulatedMedia', { media: '', features: [{ name: 'prefers-color-scheme', value: spec.dark ? 'dark' : 'light' }] });
  };
}

/** Runs in the page. */
function dropBackgrounds(most) {
  const kept = [...document.querySelectorAll('*')].slice(0, most).filter((el) => {
    const style = el.style && getComputedStyle(el);
    return style && (style.printColorAdjust ?? style.webkitPrintColorAdjust) !== 'exact' && (style.backgroundImage !== 'none' || !/, 0\)$/.test(style.backgroundColor));
  }).map((el) => [el, el.getAttribute('style')]);
  for (const [el] of kept) el.style.setProperty('background', 'none', 'important');
  return () => kept.forEach(([el, style]) => (style === null ? el.removeAttribute('style') : el.setAttribute('style', style)));
}

/** The window's top, and below it as much as one picture bears; a page that was scrolled as it stands. What it does not show, in words. */
async function picture(send, width) {
  const fixed = '[...document.querySelectorAll("body *")].slice(0, 4000).some((el) => getComputedStyle(el).position === "fixed" && el.checkVisibility())';
  const expression = `[Math.round(scrollY), document.documentElement.scrollHeight, ${fixed}]`;
  const { result } = await send('Runtime.evaluate', { expression, returnByValue: true });
  const [scrolled, whole, hasFixed] = result.value;
  const height = scrolled > 0 ? spec.height : Math.min(Math.max(whole, spec.height), MOST_HEIGHT);
  const notes = [];
  if (whole > scrolled + height) notes.push(`The page is ${whole} px high; its picture shows ${height} px from ${scrolled} on.`);
  if (hasFixed && height > spec.height) notes.push(`The picture is longer than the window: what is fixed to the window's end stands at ${spec.height} px.`);
  const fit = Math.min(1, MOST_WIDTH / width);
  for (const scale of [fit, fit / 2, fit / 4]) {
    const clip = { x: 0, y: scrolled, width, height, scale };
    const { data } = await send('Page.captureScreenshot', { format: 'png', clip, captureBeyondViewport: height > spec.height });
    const content = Buffer.from(data, 'base64');
    if (content.length > MOST_PICTURE) continue;
    writeFileSync('screenshot.png', content);
    return notes;
  }
  return [...notes, 'The picture was too large to keep.'];
}

/** The page as it stands in a wide and in a narrow window; whether both pictures were taken. */
async function pair(send) {
  const taken = [];
  for (const { file, width, height, scale } of PAIR) {
    await send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
    await settle();
    const { result } = await send('Runtime.evaluate', { expression: 'Math.round(scrollY)', returnByValue: true });
    taken.push({ file, content: await jpeg(send, { x: 0, y: result.value, width, height, scale }) });
  }
  if (taken.some(({ content }) => content.length > MOST_OF_PAIR)) return false;
  for (const { file, content } of taken) writeFileSync(file, content);
  return true;
}

async function jpeg(send, clip) {
  let content = null;
  for (const quality of [80, 50, 25]) {
    const { data } = await send('Page.captureScreenshot', { format: 'jpeg', quality, clip });
    content = Buffer.from(data, 'base64');
    if (content.length <= MOST_OF_PAIR) break;
  }
  return content;
}

/** The pictures; what the whole one does not show is told to those who get no others. */
async function photograph(send, width) {
  const notes = await picture(send, width).catch((error) => [`There is no picture: ${error.message}`]);
  const isPair = spec.pair && !spec.paper && (await pair(send).catch(() => false));
  if (!isPair) notes.forEach((note) => watcher.note(note));
  if (spec.pair) await send('Emulation.setDeviceMetricsOverride', { width: spec.width, height: spec.height, deviceScaleFactor: 1, mobile: spec.width < 500 });
}

/** The top of the page, small, for lists of apps and revisions. */
async function thumbnail(send) {
  const clip = { x: 0, y: 0, width: spec.width, height: spec.height, scale: THUMBNAIL_WIDTH / spec.width };
  const { data } = await send('Page.captureScreenshot', { format: 'webp', quality: 70, clip });
  writeFileSync('thumbnail.webp', Buffer.from(data, 'base64'));
}

/** Where links lead and what axe-core finds; last, because other pages are shown for that. */
async function examine(send) {
  if (!spec.audit || !(await answers(send))) return;
  watcher.report.audit = await audit(send, { origin, path: spec.path, goTo: (path) => visit(send, path), aside: (path) => aside(send, path) });
}

/** A visit of which nothing is told. */
async function aside(send, path) {
  const lists = ['errors', 'console', 'failed_requests', 'notes'].map((name) => watcher.report[name]);
  const sizes = lists.map(({ length }) => length);
  await visit(send, path);
  for (const [at, list] of lists.entries()) list.splice(sizes[at]);
}

/** What the page copied and let a person download since the last look, as part of what the action came to. */
async function handedOver(handed, send) {
  const { frameTree } = await send('Page.getFrameTree');
  return handed.since(frameTree.frame.id).catch(() => '');
}

/** What is wrong with how the page lies on a screen; last, because it is shown in other widths for that. */
async function measure(send) {
  if (spec.layout === false || !watcher.report.tree || !(await answers(send))) return;
  const { frameTree } = await send('Page.getFrameTree');
  const given = { ...spec, prints: () => callsPrint('dist'), note: (text) => watcher.note(text) };
  watcher.report.layout = await layout(send, frameTree.frame.id, given);
}

/** What the other routes of the app say when they are opened. */
async function visitAll(send) {
  if (!spec.routes || !(await answers(send))) return;
  const page = await readPage(send, origin);
  watcher.report.routes = await visitRoutes(tools, { ...spec, origin, root: 'dist', page });
}

/** The browser starts while the project is built; false when there will be nothing to open. */
async function ready() {
  while (spec.waits && !existsSync('ready')) await pause(20);
  finished = setTimeout(() => end('The page kept the browser busy for too long.'), WHOLE_MS);
  return !spec.waits || readFileSync('ready', 'utf8') === 'go';
}

try {
  const send = await open();
  if (!(await ready())) end();
  const handed = new Handed(tools, send);
  await handed.listen();
  await visit(send);
  for (const action of spec.actions) {
    if (!(await answers(send))) break;
    const done = action.do === 'reload' ? await reload(send) : await act(action, send, (listener) => tools.on(listener));
    watcher.report.actions.push(done);
    await settle();
    done.message = [done.message, await handedOver(handed, send)].filter(Boolean).join(' ').slice(0, 500);
  }
  const asScreen = spec.paper && (await answers(send)) ? await asPaper(send).catch(() => null) : null;
  if (spec.paper && !asScreen) watcher.note('The page could not be shown as it is printed.');
  if (await answers(send)) await look(send).catch((error) => watcher.note(`The page could not be read: ${error.message}`));
  else watcher.note('The page never answered, so there is nothing of its content.');
  await photograph(send, asScreen ? PAPER : spec.width);
  await asScreen?.().catch(() => {});
  if (spec.thumbnail) await thumbnail(send).catch(() => {}); // a list without one picture is still a list
  await visitAll(send).catch((error) => watcher.note(`The routes could not be opened: ${error.message}`));
  await examine(send).catch((error) => watcher.note(`The pages could not be examined: ${error.message}`));
  await measure(send).catch((error) => watcher.note(`The layout could not be measured: ${error.message}`));
  end();
} catch (error) {
  await pause(500); // a browser that has ended says more itself
  if (started) end(`The browser did not go on: ${error.message}`);
  else gone(String(error.message));
}
