// The audit: the pages that a visitor reaches by links, each looked at by axe-core, and where each of their links leads.

import { existsSync, readFileSync } from 'node:fs';
import * as kit from './audit_page.mjs';

const AXE = 'axe.min.js';
const MOST_PAGES = 8;
const MOST_FILES = 100;
const MOST_FINDINGS = 40;
const MOST_ELEMENTS = 4000;
const WHOLE_MS = 45_000;
const AXE_MS = 15_000;
const NOWHERE = '/no-such-page-of-this-app';
const KIT = Object.values(kit).map(String).join('\n');

/** `{ pages, accessibility, links, rest, left_out }`; no accessibility where there is no axe-core or it never answered. */
export async function audit(send, { origin, path, goTo, aside }) {
  const until = Date.now() + WHOLE_MS;
  const state = { pages: [], accessibility: existsSync(AXE) ? [] : null, links: [], rest: 0, left_out: 0 };
  const nowhere = await seen(send, aside, NOWHERE);
  const waiting = [{ path: clean(path), from: '', words: '' }];
  const known = new Set(waiting.map((one) => one.path));
  const files = new Map();
  while (waiting.length > 0 && state.pages.length < MOST_PAGES && Date.now() < until) {
    const next = waiting.shift();
    const page = await seen(send, goTo, next.path);
    if (page === null) continue;
    if (next.from && isNowhere(page, next.path, nowhere)) {
      keep(state, 'links', { page: next.from, to: next.path, words: next.words, why: 'nowhere' });
      continue;
    }
    state.pages.push({ path: next.path, title: page.title });
    if (state.accessibility) await look(send, next.path, page, state);
    for (const one of await missing(send, page)) keep(state, 'links', { page: next.path, ...one });
    for (const link of page.links) {
      if (isFile(link.to)) files.set(link.to, files.get(link.to) ?? { page: next.path, words: link.words });
      else if (!known.has(link.to)) waiting.push({ path: link.to, from: next.path, words: link.words });
      if (!isFile(link.to)) known.add(link.to);
    }
  }
  state.left_out = waiting.length;
  for (const [to, { page, words }] of [...files].slice(0, MOST_FILES)) {
    if (!(await answers(origin + to))) keep(state, 'links', { page, to, words, why: 'file' });
  }
  return state;
}

const clean = (path) => path.split('#')[0] || '/';
const isFile = (path) => path.split('?')[0].split('/').at(-1).includes('.');

/** Whether it shows what an address shows that surely does not exist. A page that leads on to another may want a sign-in. */
function isNowhere(page, path, nowhere) {
  const stays = page.at === path.split('?')[0] || page.at === '/';
  return path !== '/' && stays && nowhere !== null && nowhere.text !== '' && page.text === nowhere.text;
}

function keep(state, list, finding) {
  if (state[list].length < MOST_FINDINGS) state[list].push(finding);
  else state.rest += 1;
}

async function answers(url) {
  return fetch(url, { method: 'GET', signal: AbortSignal.timeout(5000) }).then(({ ok, body }) => (body?.cancel(), ok), () => false);
}

/** What stands on a page, with the world of ours that read it; null for one that does not answer or left the app. */
async function seen(send, goTo, path) {
  await goTo(path);
  const { frameTree } = await send('Page.getFrameTree');
  const { executionContextId: context } = await send('Page.createIsolatedWorld', { frameId: frameTree.frame.id }).catch(() => ({}));
  const page = context && (await run(send, context, `read(${JSON.stringify(path)}, ${MOST_ELEMENTS})`).catch(() => null));
  return page ? { ...page, context } : null;
}

async function run(send, contextId, call, ms = 8000) {
  const expression = `(() => { ${KIT}\nreturn ${call}; })()`;
  const options = { expression, contextId, awaitPromise: true, returnByValue: true, timeout: ms };
  const { result, exceptionDetails } = await send('Runtime.evaluate', options, ms + 2000);
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description?.slice(0, 300) ?? exceptionDetails.text);
  return JSON.parse(result.value);
}

/** axe-core's findings of level A and AA of WCAG 2.2, the same rule at the same kind of place once for all pages. */
async function look(send, path, page, state) {
  try {
    await send('Runtime.evaluate', { expression: readFileSync(AXE, 'utf8'), contextId: page.context, timeout: AXE_MS }, AXE_MS);
    for (const found of await run(send, page.context, 'violations()', AXE_MS)) {
      const same = state.accessibility.find((one) => one.rule === found.rule && one.where === found.where);
      if (same) same.count += found.count;
      else keep(state, 'accessibility', { page: path, ...found });
    }
  } catch {
    if (state.accessibility.length === 0) state.accessibility = null;
  }
}

/** Links to places of their own page that are not there, also when one has been led there. */
async function missing(send, page) {
  if (page.anchors.length === 0) return [];
  return run(send, page.context, `leadNowhere(${JSON.stringify(page.anchors)})`).catch(() => []);
}
