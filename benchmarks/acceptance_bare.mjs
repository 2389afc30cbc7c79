// The steps of the benchmark's check by the protocol alone, each time in a new context: what a check is compared with.

import { readFileSync, writeFileSync } from 'node:fs';
import { launch } from './launch.mjs';
import { serve } from './site.mjs';

const spec = { width: 1280, height: 800, ...JSON.parse(process.argv[2]) };
const { length } = JSON.parse(readFileSync('checks.json', 'utf8'));
const origin = await serve('dist');
const { child, tools } = launch(spec, () => {});
const checks = [];

async function once() {
  const { browserContextId } = await tools.send('Target.createBrowserContext');
  const { targetId } = await tools.send('Target.createTarget', { url: 'about:blank', browserContextId });
  const { sessionId: session } = await tools.send('Target.attachToTarget', { targetId, flatten: true });
  const send = (method, params) => tools.send(method, params, { session });
  await send('Page.enable');
  const loaded = new Promise((done) => tools.on(({ method, sessionId }) => method === 'Page.loadEventFired' && sessionId === session && done()));
  await send('Page.navigate', { url: `${origin}/` });
  await loaded;
  await send('Runtime.evaluate', { expression: 'item.focus()' });
  await send('Input.insertText', { text: 'Milk' });
  const expression = '{ const box = add.getBoundingClientRect(); ({ x: box.x + box.width / 2, y: box.y + box.height / 2 }) }';
  const { result } = await send('Runtime.evaluate', { expression, returnByValue: true });
  for (const type of ['mouseMoved', 'mousePressed', 'mouseReleased']) {
    await send('Input.dispatchMouseEvent', { type, ...result.value, button: type === 'mouseMoved' ? 'none' : 'left', clickCount: type === 'mouseMoved' ? 0 : 1 });
  }
  const said = await send('Runtime.evaluate', { expression: 'document.body.innerText.includes("Milk")', returnByValue: true });
  await tools.send('Target.disposeBrowserContext', { browserContextId });
  return said.result.value;
}

await tools.send('Browser.getVersion', {}, { ms: 35_000 });
for (let number = 0; number < length; number++) {
  const began = Date.now();
  checks.push({ ok: await once(), ms: Date.now() - began });
}
writeFileSync('report.json', JSON.stringify({ checks }));
child.kill('SIGKILL');
process.exit(0);
