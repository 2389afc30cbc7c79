// The layout report: the page is looked at in two widths and the one asked for, and what is wrong with it is said in few words, worst first.

import { setTimeout as pause } from 'node:timers/promises';
import * as colours from './layout_colours.mjs';
import * as hits from './layout_hits.mjs';
import * as look from './layout_look.mjs';
import * as print from './layout_print.mjs';
import * as size from './layout_size.mjs';
import * as space from './layout_space.mjs';
import * as theme from './layout_theme.mjs';
import * as touch from './layout_touch.mjs';
import * as view from './layout_view.mjs';

const WIDTHS = [390, 1280];
const HEIGHT = 800;
const MOST_ELEMENTS = 4000;
const MOST_FINDINGS = 16;
const MOST_OF_A_KIND = 5;
const LOOK_MS = 8000;
const REFLOW_MS = 150;
/** An A4 page within its margins, upright and lying. */
const PAPERS = [718, 1047];
const KITS = [view, space, hits, look, size, colours, print, theme, touch].flatMap((kit) => Object.values(kit)).map(String).join('\n');

/** Runs in the page; `JSON.stringify` of what it returns is all that leaves it. */
function inspect(most) {
  for (const animation of document.getAnimations()) if (animation.effect?.getTiming().iterations !== Infinity) animation.finish();
  const place = [window.scrollX, window.scrollY];
  const page = survey(most);
  const looks = [sideways, unreachable, spilling, clippedText, clippedFields, textOverText, wrapped, shownAnyway, sizeless, contrast, covered, unthemed];
  const found = [...looks, ...(page.width < 600 ? [onPhone] : [])].flatMap((one) => one(page));
  const findings = found.map(({ kind, weight, el, what }) => ({ kind, weight, where: selectorOf(el), text: wordsOf(el), what }));
  window.scrollTo({ left: place[0], top: place[1], behavior: 'instant' });
  return JSON.stringify({ findings, unknown: page.unknown, colours: palette(page) });
}

/** Runs in the page. */
function asksForPaper() {
  return JSON.stringify(hasPrintStyles());
}

/** Runs in the page while it is shown as it is printed. */
function inspectPrint(most) {
  const page = survey(most);
  const findings = [paleOnPaper, squeezed].flatMap((one) => one(page));
  return JSON.stringify({ findings: findings.map(({ kind, weight, el, what }) => ({ kind, weight, where: selectorOf(el), text: wordsOf(el), what })) });
}

/** The windows a page is measured in, from narrow to wide; the asked one with its own height. */
function sizes({ width, height }) {
  const usual = WIDTHS.filter((other) => other !== width).map((other) => ({ width: other, height: HEIGHT }));
  return [...usual, { width, height }].sort((a, b) => a.width - b.width);
}

/**
 * What was found in each width, merged and cut: `{ findings, rest, unknown, colours }`; the colours as they were asked for.
 * `asked.prints` says whether the app prints, `asked.note` is given what could not be measured.
 */
export async function layout(send, frameId, asked) {
  const seen = [];
  for (const { width, height } of sizes(asked)) {
    await resize(send, width, height);
    seen.push({ width, ...(await run(send, frameId, inspect, [MOST_ELEMENTS])) });
  }
  const paper = await printed(send, frameId, asked).catch((error) => {
    asked.note(`The page could not be measured as it is printed: ${error.message}`);
    return []; // what the screen shows stands without it
  });
  const findings = merged([...seen, ...paper]);
  const kept = [];
  for (const finding of findings) {
    const alike = kept.filter((other) => other.kind === finding.kind).length;
    if (kept.length < MOST_FINDINGS && alike < MOST_OF_A_KIND) kept.push(finding);
  }
  const unknown = Math.max(...seen.map((one) => one.unknown));
  return { findings: kept.map(({ weight, ...shown }) => shown), rest: findings.length - kept.length, unknown, colours: seen.find((one) => one.width === asked.width).colours };
}

async function resize(send, width, height) {
  await send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
  await pause(REFLOW_MS);
}

/** What a function says that runs in the page, in a world of its own. */
async function run(send, frameId, inspector, given) {
  const { executionContextId: contextId } = await send('Page.createIsolatedWorld', { frameId });
  const call = `${inspector.name}(${given.map((one) => JSON.stringify(one)).join(', ')})`;
  const expression = `(() => { ${KITS}\n${inspector}\nreturn ${call}; })()`;
  const { result, exceptionDetails } = await send('Runtime.evaluate', { expression, contextId, timeout: LOOK_MS }, LOOK_MS + 2000);
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description?.slice(0, 300) ?? exceptionDetails.text);
  return JSON.parse(result.value);
}

/** What is wrong on paper, where the app has a button for it or styles for it; others are not looked at. */
async function printed(send, frameId, { prints, dark = false }) {
  if (!prints() && !(await run(send, frameId, asksForPaper, []))) return [];
  const seen = [];
  try {
    await send('Emulation.setEmulatedMedia', { media: 'print', features: [{ name: 'prefers-color-scheme', value: 'light' }] });
    for (const width of PAPERS) {
      await resize(send, width, HEIGHT);
      seen.push({ width, ...(await run(send, frameId, inspectPrint, [MOST_ELEMENTS])) });
    }
  } finally {
    await send('Emulation.setEmulatedMedia', { media: '', features: [{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }] });
  }
  return seen;
}

/** One finding for what is wrong in several widths, in the words of the first; the worst stand first. */
function merged(seen) {
  const found = new Map();
  for (const { width, findings } of seen) {
    for (const finding of findings) {
      const key = `${finding.kind} ${finding.where}`;
      const known = found.get(key);
      if (!known) found.set(key, { ...finding, widths: [width] });
      else if (!known.widths.includes(width)) known.widths.push(width);
    }
  }
  return [...found.values()].sort((a, b) => b.weight - a.weight);
}
