// Serves the built files as the site does: a path without a dot in its last segment is the page.

import { createReadStream } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';

const TYPES = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.mjs': 'text/javascript', '.css': 'text/css',
  '.json': 'application/json', '.map': 'application/json', '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml', '.png': 'image/png', '.jpg': 'image/jpeg', '.jpeg': 'image/jpeg', '.webp': 'image/webp',
  '.avif': 'image/avif', '.gif': 'image/gif', '.ico': 'image/x-icon', '.woff2': 'font/woff2', '.woff': 'font/woff',
  '.ttf': 'font/ttf', '.otf': 'font/otf', '.wasm': 'application/wasm', '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml', '.mp3': 'audio/mpeg', '.wav': 'audio/wav', '.ogg': 'audio/ogg', '.mp4': 'video/mp4',
  '.webm': 'video/webm', '.pdf': 'application/pdf',
};

/** The origin of a server for the files below `root`, on this network namespace's own loopback. */
export function serve(root) {
  const home = resolve(root);
  const server = createServer((request, response) => answer(home, request, response).catch(() => response.destroy()));
  server.on('clientError', (_error, socket) => socket.destroy());
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => done(`http://127.0.0.1:${server.address().port}`));
  });
}

async function answer(home, request, response) {
  const path = wanted(request.url);
  const file = path === null || path.startsWith('/api/') ? null : await fileAt(home, path);
  if (!file) return response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
  response.writeHead(200, { 'content-type': TYPES[extname(file).toLowerCase()] ?? 'application/octet-stream' });
  createReadStream(file).on('error', () => response.destroy()).pipe(response);
}

function wanted(url) {
  try {
    return decodeURIComponent(url.split(/[?#]/)[0]);
  } catch {
    return null;
  }
}

async function fileAt(home, path) {
  const file = resolve(join(home, path));
  const inside = file === home || file.startsWith(home + sep);
  if (inside && (await isFile(file))) return file;
  return path.split('/').at(-1).includes('.') ? null : join(home, 'index.html');
}

async function isFile(file) {
  try {
    return (await lstat(file)).isFile();
  } catch {
    return false;
  }
}
