// Runs first in every page of a preview, never in a published app. Tells what failed, and must never be noticed.
(function (config) {
  'use strict';
  var script = document.currentScript;
  if (script && script.parentNode) script.parentNode.removeChild(script);
  if (typeof window.fetch !== 'function' || window.__chatbuilderReporter) return;
  Object.defineProperty(window, '__chatbuilderReporter', { value: true });

  var MOST_ERRORS = 20, MOST_POSTS = 8, MOST_CHARACTERS = 20000, MOST_CLICKS = 10, WAIT = 300, QUIET = 1500, BUSY = 30000;
  var send = window.fetch.bind(window), log = console.error;
  var errors = [], known = {}, posts = 0, timer = 0, told = '', stopped = false, held = false;
  var trail = { path: place(), clicks: [] }, page = trail;

  function text(value, most) {
    var said;
    try {
      if (value instanceof Error) said = value.name + ': ' + value.message;
      else if (typeof value === 'string') said = value;
      else if (value && typeof value === 'object') said = JSON.stringify(value);
      else said = String(value);
    } catch (_) { said = Object.prototype.toString.call(value); }
    return String(said).slice(0, most);
  }

  // What the policy of an unconfirmed page kept it from is no fault of the page: a person decides about the host.
  var REFUSED = /failed to fetch|networkerror|load failed|did not load|service ?worker|content security policy/i;

  function ofPolicy(error) {
    return /^(request|resource|rejection|console)$/.test(error.kind) && REFUSED.test(error.message);
  }

  document.addEventListener('securitypolicyviolation', guarded(function (event) {
    if (event.disposition !== 'enforce') return;
    held = true;
    errors = errors.filter(function (error) { return !ofPolicy(error); });
  }));

  function note(kind, message, more) {
    if (stopped || /^ResizeObserver loop/.test(message) || (held && ofPolicy({ kind: kind, message: message }))) return;
    var mark = kind + '|' + message.replace(/\d+/g, '0') + '|' + ((more && more.source) || '');
    if (known[mark]) { known[mark].count += 1; return; }
    if (errors.length >= MOST_ERRORS) return;
    var error = { kind: kind, message: message, count: 1 };
    for (var name in more || {}) if (more[name]) error[name] = more[name];
    known[mark] = error;
    errors.push(error);
    page = { path: trail.path, clicks: trail.clicks.slice() };
    soon();
  }

  function guarded(work) {
    return function () { try { work.apply(null, arguments); } catch (_) { /* the app goes on */ } };
  }

  function soon() {
    if (!timer) timer = setTimeout(post, WAIT * Math.pow(2, posts));
  }

  function body() {
    var kept = errors.slice(), said;
    do {
      said = JSON.stringify({ nonce: config.nonce, seq: posts, status: errors.length ? 'failed' : 'success', stage: 'runtime', page: page, errors: kept });
      kept = kept.slice(0, Math.floor(kept.length / 2));
    } while (said.length > MOST_CHARACTERS && kept.length);
    return said;
  }

  function post() {
    clearTimeout(timer);
    timer = 0;
    try {
      var key = errors.map(function (error) { return error.kind + error.message; }).join('|') || 'success';
      if (stopped || key === told || posts >= MOST_POSTS || Date.now() / 1000 > config.until) return;
      posts += 1;
      told = key;
      send(new URL(config.url, location.href).href, {
        method: 'POST', body: body(), keepalive: true, cache: 'no-store', credentials: 'include',
        mode: window.origin === 'null' ? 'no-cors' : 'same-origin',
        referrerPolicy: 'no-referrer', headers: { 'Content-Type': 'text/plain' }
      }).then(answered, function () { stopped = true; });
    } catch (_) { stopped = true; }
  }

  // Asked to come back later, it does; any other refusal is for good.
  function answered(answer) {
    if (answer.ok || answer.type === 'opaque') return;
    if (answer.status !== 429) { stopped = true; return; }
    var seconds = Number(answer.headers.get('Retry-After'));
    posts -= 1;
    told = '';
    clearTimeout(timer);
    timer = setTimeout(post, (seconds > 0 ? seconds * 1000 : BUSY) * (1 + Math.random() / 2));
  }

  function place() {
    return (location.pathname + location.search + location.hash).slice(0, 500);
  }

  // How to find an element again: by its own id, or by the way down to it.
  function selector(at) {
    var parts = [];
    for (; at && at.nodeType === 1 && at !== document.documentElement; at = at.parentElement) {
      var own = at.id && '#' + CSS.escape(at.id);
      if (own && document.querySelectorAll(own).length === 1) { parts.unshift(own); break; }
      var count = 1, before = at;
      while ((before = before.previousElementSibling)) if (before.tagName === at.tagName) count += 1;
      parts.unshift(at.tagName.toLowerCase() + ':nth-of-type(' + count + ')');
    }
    return parts.join('>');
  }

  // What was clicked since the page came to where it is; never what was typed.
  window.addEventListener('click', guarded(function (event) {
    if (!event.isTrusted) return;
    var found = selector(event.target);
    if (trail.path !== place()) trail = { path: place(), clicks: [] };
    if (found && found.length <= 300) trail.clicks.push(found);
    if (trail.clicks.length > MOST_CLICKS) trail.clicks.shift();
  }), true);

  function here(address) {
    try { return new URL(address, document.baseURI).origin === location.origin; } catch (_) { return false; }
  }

  window.addEventListener('error', guarded(function (event) {
    var at = event.target;
    if (at && at !== window && at.tagName) {
      var address = String(at.src || at.href || '').slice(0, 500);
      note(here(address) ? 'resource' : 'request', '<' + at.tagName.toLowerCase() + '> did not load', { source: address });
      return;
    }
    note('error', text(event.message || event.error, 1000), {
      source: String(event.filename || '').slice(0, 500), line: event.lineno, column: event.colno,
      stack: text((event.error && event.error.stack) || '', 2000)
    });
  }), true);

  window.addEventListener('unhandledrejection', guarded(function (event) {
    var reason = event.reason;
    note('rejection', text(reason, 1000), { stack: text((reason && reason.stack) || '', 2000) });
  }));

  console.error = function () {
    var said = arguments;
    guarded(function () {
      note('console', Array.prototype.map.call(said, function (part) { return text(part, 500); }).join(' ').slice(0, 1000));
    })();
    return log.apply(console, said);
  };

  var fetched = window.fetch;
  window.fetch = function (asked) {
    var address = '';
    guarded(function () { address = String((asked && asked.url) || asked).split('?')[0].slice(0, 500); })();
    return fetched.apply(this, arguments).then(function (answer) {
      if (answer.status >= 400) guarded(note)('request', 'fetch answered ' + answer.status, { source: address });
      return answer;
    }, function (error) {
      if (!error || error.name !== 'AbortError') guarded(note)('request', 'fetch failed: ' + text(error, 300), { source: address });
      throw error;
    });
  };

  window.addEventListener('load', function () { setTimeout(function () { if (!errors.length) post(); }, QUIET); });
  window.addEventListener('pagehide', function () { if (errors.length) post(); });
})
