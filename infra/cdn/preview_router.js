// Viewer-request function of the preview distribution: one origin a revision, served by the API.
var DOMAIN = '__DOMAIN__';
var REVISION = /^rev-[0-9a-z]{26}$/;
var SHELL = 'tab-';

function unsafe(path) {
  var parts = path.toLowerCase().replace(/%2e/g, '.').replace(/%2f|%5c|\\/g, '/').split('/');
  return parts.indexOf('..') !== -1 || parts.indexOf('.') !== -1;
}

function handler(event) {
  var request = event.request;
  var host = request.headers.host ? request.headers.host.value.toLowerCase().split(':')[0] : '';
  var name = host.substring(0, host.length - DOMAIN.length - 1);
  var shell = name.indexOf(SHELL) === 0;
  var revision = shell ? name.substring(SHELL.length) : name;
  if (host !== name + '.' + DOMAIN || !REVISION.test(revision) || unsafe(request.uri)) {
    return { statusCode: 404, statusDescription: 'Not Found', headers: { 'cache-control': { value: 'no-store' } } };
  }
  request.headers['x-preview-origin'] = { value: '1' };
  request.uri = '/public/apps/preview/revisions/' + revision.replace('-', '_') + (shell ? '/tab' : '/assets') + request.uri;
  return request;
}
