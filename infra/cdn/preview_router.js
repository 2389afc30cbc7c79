// Viewer-request function of the preview distribution: one origin a revision, served by the API.
var DOMAIN = '__DOMAIN__';
var REVISION = /^rev_[0-9a-z]{26}$/;

function unsafe(path) {
  var parts = path.toLowerCase().replace(/%2e/g, '.').replace(/%2f|%5c|\\/g, '/').split('/');
  return parts.indexOf('..') !== -1 || parts.indexOf('.') !== -1;
}

function handler(event) {
  var request = event.request;
  var host = request.headers.host ? request.headers.host.value.toLowerCase().split(':')[0] : '';
  var revision = host.substring(0, host.length - DOMAIN.length - 1);
  if (host !== revision + '.' + DOMAIN || !REVISION.test(revision) || unsafe(request.uri)) {
    return { statusCode: 404, statusDescription: 'Not Found', headers: { 'cache-control': { value: 'no-store' } } };
  }
  request.headers['x-preview-origin'] = { value: '1' };
  request.uri = '/public/apps/preview/revisions/' + revision + '/assets' + request.uri;
  return request;
}
