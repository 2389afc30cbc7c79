// Does the acceptance checks of checks.json on the built files in dist/, each in a browser of its own (cookies, storage),
// and writes what came of them to report.json. The reader of that file believes nothing in it.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { holds } from './holding.mjs';
import { START_MS, launch } from './launch.mjs';
import { doStep, drawn, openPage, told } from './stepping.mjs';
import { serve } from './site.mjs';

const CHECK_MS = 15_000;
const WHOLE_MS = 60_000;

const spec = { width: 1280, height: 800, ...JSON.parse(process.argv[2]) };
const checks = JSON.parse(readFileSync('checks.json', 'utf8'));
const done = [];
let started = false;
let ending = false;
const origin = await serve('dist');
const { child, tools } = launch(spec, gone);

function gone(why) {
  if (!ending) write(started ? 'The browser crashed.' : why.slice(0, 1000));
}

function write(why = '') {
  ending = true;
  writeFileSync('report.json', JSON.stringify({ started, why, checks: done }));
  child?.kill('SIGKILL');
  process.exit(0);
}

/** One check in a context that is thrown away after it. What never ends is left behind with its context. */
async function run(check) {
  const began = Date.now();
  const at = { step: 0, did: '' };
  const { browserContextId } = await tools.send('Target.createBrowserContext');
  const late = pause(CHECK_MS).then(() => ({ code: 'ACCEPTANCE_TIMEOUT', message: `It had not ended after ${CHECK_MS / 1000} seconds.` }));
  const found = await Promise.race([perform(check, browserContextId, at), late]);
  await tools.send('Target.disposeBrowserContext', { browserContextId }, { ms: 3000 }).catch(() => {});
  return { ok: !found, code: '', message: '', ...found, ...at, ms: Date.now() - began };
}

/** Nothing where all is as it should be; else what is not. `at` says how far it came. */
async function perform(check, browserContextId, at) {
  let page;
  try {
    page = await openPage(tools, browserContextId, origin, spec);
    for (const [index, step] of check.steps.entries()) {
      Object.assign(at, { step: index + 1, did: told(step) });
      await doStep(step, page);
    }
    await drawn(page.send);
  } catch (error) {
    return failed('ACCEPTANCE_STEP', error.message, page);
  }
  for (const [index, result] of check.expect.entries()) {
    Object.assign(at, { step: check.steps.length + index + 1, did: `expect ${told(result)}` });
    const wrong = await holds(result, page);
    if (wrong) return failed('ACCEPTANCE_RESULT', wrong, page);
  }
  return null;
}

function failed(code, message, page) {
  const [error] = page?.watcher.report.errors ?? [];
  const threw = error ? ` The page threw: ${error.split('\n')[0].slice(0, 200)}` : '';
  return { code, message: message.slice(0, 500) + threw };
}

/** The browser starts while the project is built; false when there will be nothing to open. */
async function ready() {
  while (spec.waits && !existsSync('ready')) await pause(20);
  return !spec.waits || readFileSync('ready', 'utf8') === 'go';
}

try {
  await tools.send('Browser.getVersion', {}, { ms: START_MS });
  started = true;
  if (!(await ready())) write();
  setTimeout(() => write(`All checks together had not ended after ${WHOLE_MS / 1000} seconds.`), WHOLE_MS);
  for (const check of checks) done.push(await run(check));
  write();
} catch (error) {
  await pause(500); // a browser that has ended says more itself
  gone(String(error.message));
}
