// Serves the built files as the site does: a path that names no file is the page.

import { createReadStream, existsSync, readFileSync } from 'node:fs';
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

// As infra/cdn/host_router.js has it.
const FILE =
  /^\.|\.(?:aac|apk|asp|aspx|atom|avi|avif|bak|basis|bin|bmp|br|cgi|cjs|css|csv|cts|db|dds|dmg|doc|docx|env|eot|epub|exe|exr|flac|frag|geojson|gif|glb|glsl|gltf|gql|graphql|gz|hdr|heic|htm|html|ico|ics|ini|jpeg|jpg|js|json|json5|jsonc|jsp|jsx|ktx2|less|m3u8|m4a|m4v|map|markdown|md|mdx|mjs|mkv|mov|mp3|mp4|mpd|mts|ndjson|obj|oga|ogg|ogv|opus|otf|pcss|pdf|php|png|postcss|ppt|pptx|rss|rtf|sass|scss|snap|sql|sqlite|sqlite3|srt|stl|styl|svelte|svg|tar|tgz|tif|tiff|toml|topojson|ts|tsv|tsx|ttf|txt|vcf|vert|vtt|vue|wasm|wav|webm|webmanifest|webp|wgsl|woff|woff2|xls|xlsx|xml|yaml|yml|zip)$/i;

/** The folder below which a built page expects its files, without a last slash: known by the files that it names. */
export function baseOf(root) {
  for (const [, url] of readFileSync(join(root, 'index.html'), 'utf8').matchAll(/(?:src|href)=["']?(\/[^"'\s>?#]{1,300})/g)) {
    const parts = url.split('/').slice(1);
    const at = parts.findIndex((_, index) => existsSync(join(root, ...parts.slice(index))));
    if (at >= 0) return parts.slice(0, at).map((part) => `/${part}`).join('');
  }
  return '';
}

/** The origin of a server for the files below `root`, on this network namespace's own loopback; they are below `base` there. */
export function serve(root, base = '') {
  const home = resolve(root);
  const server = createServer((request, response) => answer(home, base, request, response).catch(() => response.destroy()));
  server.on('clientError', (_error, socket) => socket.destroy());
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => done(`http://127.0.0.1:${server.address().port}`));
  });
}

async function answer(home, base, request, response) {
  const path = wanted(request.url, base);
  const file = path === null || path.startsWith('/api/') ? null : await fileAt(home, path);
  if (!file) return response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
  response.writeHead(200, { 'content-type': TYPES[extname(file).toLowerCase()] ?? 'application/octet-stream' });
  createReadStream(file).on('error', () => response.destroy()).pipe(response);
}

function wanted(url, base) {
  try {
    const path = decodeURIComponent(url.split(/[?#]/)[0]);
    return base && path.startsWith(`${base}/`) ? path.slice(base.length) : path;
  } catch {
    return null;
  }
}

function isFileAddress(path) {
  const last = path.split('/').at(-1);
  return last.includes('.') && (FILE.test(last) || path.startsWith('/assets/'));
}

async function fileAt(home, path) {
  const file = resolve(join(home, path));
  const inside = file === home || file.startsWith(home + sep);
  if (inside && (await isFile(file))) return file;
  return isFileAddress(path) ? null : join(home, 'index.html');
}

async function isFile(file) {
  try {
    return (await lstat(file)).isFile();
  } catch {
    return false;
  }
}
