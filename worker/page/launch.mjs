// Starts the browser of the sandbox and speaks to it over a pipe.

import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DevTools } from './devtools.mjs';

// Generous, because a browser that starts cold on a shared core may stand still for seconds: a limit that is too short
// tells a person that a good page is broken.
export const START_MS = 35_000;
const FLAGS = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync', '--disable-dev-shm-usage', '--disable-extensions', '--mute-audio',
  '--hide-scrollbars', '--disable-breakpad', '--disable-crash-reporter', '--no-default-browser-check',
  '--disable-default-apps', '--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider',
  // Where there is no namespace of its own (the fallback sandbox) the network ends at a proxy that is not there.
  '--proxy-server=http://127.0.0.1:9', '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--remote-debugging-pipe',
];

/** The browser of `spec`, and what speaks to it. `gone` is told once when it ends, or never was there. */
export function launch(spec, gone) {
  const profile = mkdtempSync(join(tmpdir(), 'profile-'));
  const flags = [...FLAGS, `--user-data-dir=${profile}`, `--window-size=${spec.width},${spec.height}`, 'about:blank'];
  const env = { ...process.env, ...spec.environment, TMPDIR: '.' }; // its socket's path may have 108 characters
  const options = { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'], cwd: profile, env };
  const child = spawn(spec.program, flags, options);
  const said = [];
  child.stderr.on('data', (chunk) => said.length < 20 && said.push(chunk.toString().slice(0, 500)));
  child.on('error', (error) => gone(String(error.message)));
  child.on('exit', (code) => gone(`It ended with code ${code}. ${said.join('').trim().slice(0, 600)}`));
  return { child, tools: new DevTools(child.stdio[3], child.stdio[4]) };
}
