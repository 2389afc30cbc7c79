// Whether the built app offers to print itself.

import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { scripts } from './routes.mjs';

const MOST_BYTES = 12 * 1024 * 1024;
const CALL = /\b(?:window|globalThis|self)\.print\s*\(|\bonclick=["']?print\(/;

/** Whether anything below `root` calls the browser's print. */
export function callsPrint(root) {
  let bytes = 0;
  for (const file of [join(root, 'index.html'), ...scripts(root)]) {
    bytes += statSync(file).size;
    if (bytes > MOST_BYTES) return false;
    if (CALL.test(readFileSync(file, 'utf8'))) return true;
  }
  return false;
}
