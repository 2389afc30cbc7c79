// Viewer-request function of the apps distribution. It keeps no state: where a request goes follows from its host,
// its path and what the browser says it wants. The Python twin used by the local stack is local/front/host_router.py; one table of cases tests both.
var MODE = '__MODE__';
var DOMAIN = '__DOMAIN__';
var PREFIX = '__PREFIX__';
var REVISION = /^rev_[0-9a-z]{26}$/;
var LABEL = /^[a-z0-9-]{1,31}$/;
var SLUG = /^[a-z0-9-]{3,50}$/;
var FILE =
  /^\.|\.(?:aac|apk|asp|aspx|atom|avi|avif|bak|basis|bin|bmp|br|cgi|cjs|css|csv|cts|db|dds|dmg|doc|docx|env|eot|epub|exe|exr|flac|frag|geojson|gif|glb|glsl|gltf|gql|graphql|gz|hdr|heic|htm|html|ico|ics|ini|jpeg|jpg|js|json|json5|jsonc|jsp|jsx|ktx2|less|m3u8|m4a|m4v|map|markdown|md|mdx|mjs|mkv|mov|mp3|mp4|mpd|mts|ndjson|obj|oga|ogg|ogv|opus|otf|pcss|pdf|php|png|postcss|ppt|pptx|rss|rtf|sass|scss|snap|sql|sqlite|sqlite3|srt|stl|styl|svelte|svg|tar|tgz|tif|tiff|toml|topojson|ts|tsv|tsx|ttf|txt|vcf|vert|vtt|vue|wasm|wav|webm|webmanifest|webp|wgsl|woff|woff2|xls|xlsx|xml|yaml|yml|zip)$/i;

function notFound() {
  return {
    statusCode: 404,
    statusDescription: 'Not Found',
    headers: { 'content-type': { value: 'text/plain; charset=utf-8' }, 'cache-control': { value: 'no-store' } },
    body: { encoding: 'text', data: 'Not Found' }
  };
}

function redirect(location) {
  return {
    statusCode: 302,
    statusDescription: 'Found',
    headers: { location: { value: location }, 'cache-control': { value: 'no-store' } }
  };
}

function unsafe(path) {
  var parts = path.toLowerCase().replace(/%2e/g, '.').replace(/%2f|%5c|\\/g, '/').split('/');
  return parts.indexOf('..') !== -1 || parts.indexOf('.') !== -1;
}

function isApi(path) {
  return path === '/api/py' || path.indexOf('/api/py/') === 0;
}

// What a build may hold (shared/domain/tree/built_files.py), all in the bundler's folder, and what has a fixed place by
// RFC 8615 keeps its name. The rest is an address of the application, also '/users/jane.doe' and '/v1.2', unless the
// browser says that it wants no page.
function isFile(path, wanted) {
  var last = path.substring(path.lastIndexOf('/') + 1);
  if (path.indexOf('/.well-known/') === 0) return true;
  if (last.indexOf('.') === -1) return false;
  return FILE.test(last) || path.indexOf('/assets/') === 0 || (wanted !== '' && wanted !== 'navigate');
}

function place(folder, path, wanted) {
  if (isApi(path)) return null;
  return folder + (isFile(path, wanted) ? path : '/index.html');
}

// As much of a slug as a label has room for; a revision is served only from its slug's own folder.
function cut(slug) {
  return slug.substring(0, 31).replace(/-+$/, '');
}

// '/apps/{slug}/{rev}/rest' -> its parts, or null.
function inPrefix(path) {
  if (path.indexOf(PREFIX + '/') !== 0) return null;
  var parts = path.substring(PREFIX.length + 1).split('/');
  if (!SLUG.test(parts[0])) return null;
  var revision = parts.length > 1 && REVISION.test(parts[1]) ? parts[1] : null;
  var used = revision ? 2 : 1;
  return { slug: parts[0], revision: revision, rest: parts.length > used ? '/' + parts.slice(used).join('/') : '' };
}

function routeApex(path) {
  var found = inPrefix(path);
  if (!found || !found.revision) return { notFound: true };
  return { redirect: 'https://' + cut(found.slug) + '--' + found.revision + '.' + DOMAIN + (found.rest || '/') };
}

function routeHost(host, path, wanted) {
  if (host === DOMAIN) return routeApex(path);
  var name = host.substring(0, host.length - DOMAIN.length - 1);
  if (host !== name + '.' + DOMAIN) return { notFound: true };
  var at = name.lastIndexOf('--');
  if (at > 0 && REVISION.test(name.substring(at + 2))) {
    var slug = name.substring(0, at);
    return LABEL.test(slug) ? { uri: place('/published/' + slug + '/' + name.substring(at + 2), path, wanted) } : { notFound: true };
  }
  return SLUG.test(name) ? { uri: place('/live/' + name, path, wanted) } : { notFound: true };
}

function routePath(path, wanted) {
  var found = inPrefix(path);
  if (!found) return { notFound: true };
  if (found.rest === '') return { redirect: path + '/' };
  var folder = found.revision ? '/published/' + cut(found.slug) + '/' + found.revision : '/live/' + found.slug;
  return { uri: place(folder, found.rest, wanted) };
}

function route(host, path, wanted) {
  if (unsafe(path)) return { notFound: true };
  return MODE === 'domain' ? routeHost(host, path, wanted) : routePath(path, wanted);
}

function handler(event) {
  var request = event.request;
  var host = request.headers.host ? request.headers.host.value.toLowerCase().split(':')[0] : '';
  var mode = request.headers['sec-fetch-mode'];
  var answer = route(host, request.uri, mode ? mode.value : '');
  if (answer.redirect) return redirect(answer.redirect);
  if (!answer.uri) return notFound();
  request.uri = answer.uri;
  return request;
}
