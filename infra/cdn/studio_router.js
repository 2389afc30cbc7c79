// Viewer-request function of the Studio's distribution: a file keeps its name, every other place is the one page.
// The Python twin used by the local stack is local/front/studio_front.py; one table of cases tests both.
var BASE = '/studio/';

function unsafe(path) {
  var parts = path.toLowerCase().replace(/%2e/g, '.').replace(/%2f|%5c|\\/g, '/').split('/');
  return parts.indexOf('..') !== -1 || parts.indexOf('.') !== -1;
}

function plain(status, words, headers) {
  headers['cache-control'] = { value: 'no-store' };
  return { statusCode: status, statusDescription: words, headers: headers };
}

function handler(event) {
  var request = event.request;
  var path = request.uri;
  if (path === '/' || path + '/' === BASE) return plain(302, 'Found', { location: { value: BASE } });
  if (path.indexOf(BASE) !== 0 || unsafe(path)) return plain(404, 'Not Found', {});
  var last = path.substring(path.lastIndexOf('/') + 1);
  if (last.indexOf('.') === -1) request.uri = BASE + 'index.html';
  return request;
}
