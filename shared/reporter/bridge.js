// The one who speaks with the Studio, over one port, and only with the page that frames this one and whose origin our
// server has written into the tag. Everywhere else it does nothing. It must never be noticed, and is never believed.
const script = document.currentScript;
const studio = ((script && script.dataset.studio) || '').split(' ').filter(Boolean);
if (script) script.remove();
const rims = location.ancestorOrigins ? [...location.ancestorOrigins] : [];
const around = rims.every((origin) => origin === rims[0]) ? rims[0] : '-';
// The Studio frames a page within an empty document of its own; the one to speak with is the Studio's window.
const framed = window.parent !== window.top && window.parent.parent === window.top;
// A browser may keep to itself who is around: then the greeting, which says nothing, goes to the one that is there.
const hidden = !around || around === 'null';
if (framed && studio.length && (hidden || studio.includes(around)) && !window.__chatbuilderBridge) connect();

function connect() {
  Object.defineProperty(window, '__chatbuilderBridge', { value: true });
  const VERSION = 1, FLUSH_MS = 100, MOST_KEPT = 10000, MOST_SENT = 500, MOST_LINE = 1000, MOST_PATH = 500, MOST_STEPS = 30, MOST_HOSTS = 10;
  const parent = window.top, later = window.setTimeout.bind(window), history_ = window.navigation;
  const NOWHERE = /\b404\b|not found|nicht gefunden/i, DRAWN_MS = [0, 400], EMPTY_MS = 2500;
  let settled = false, port = null, timer = 0, lines = [], lost = 0, news = {}, known = '', steps = [];

  function guarded(work) {
    return function () { try { return work.apply(this, arguments); } catch { /* the app goes on */ } };
  }

  // What is new is sent together, a few times a second, however much the page says.
  function tell(more) {
    Object.assign(news, more);
    if (port && !timer) timer = later(guarded(flush), FLUSH_MS);
  }

  function flush() {
    timer = 0;
    const said = { kind: 'news', ...news, lines: lines.splice(0, MOST_SENT), lost };
    news = {};
    lost = 0;
    steps = [];
    port.postMessage(said);
    if (lines.length) tell({});
  }

  function line(level, text, source) {
    if (lines.length >= MOST_KEPT) {
      lines.shift();
      lost += 1;
    }
    lines.push({ level, text: String(text).slice(0, MOST_LINE), at: Date.now(), ...(source ? { source: String(source).slice(0, MOST_PATH) } : {}) });
    tell({});
  }

  function shown(value) {
    try {
      if (value instanceof Error) return value.stack && value.stack.includes(value.message) ? value.stack : `${value.name}: ${value.message}`;
      return value && typeof value === 'object' ? JSON.stringify(value) : String(value);
    } catch { return Object.prototype.toString.call(value); }
  }

  // Whether the page itself says that nothing is at this address, or is still empty when all else has long come.
  function dead() {
    const head = document.querySelector('h1'), { body } = document;
    if (NOWHERE.test(`${document.title} ${head ? head.textContent : ''}`.slice(0, 300))) return true;
    return settled && !!body && !body.innerText.trim() && !body.querySelector('img, svg, canvas, video, iframe');
  }

  // The place of the page, and whether it has somewhere to go back or forward to: within this frame only.
  function state() {
    const path = (location.pathname + location.search + location.hash).slice(0, MOST_PATH);
    const place = { path, back: !!(history_ && history_.canGoBack), forward: !!(history_ && history_.canGoForward) };
    if (guarded(dead)()) place.dead = true;
    const said = JSON.stringify(place);
    if (said === known) return;
    known = said;
    tell({ place });
  }

  function watchPlace() {
    const moved = guarded(() => DRAWN_MS.forEach((wait) => later(guarded(state), wait)));
    window.addEventListener('load', guarded(() => later(guarded(() => { settled = true; state(); }), EMPTY_MS)));
    for (const name of ['popstate', 'hashchange', 'pageshow', 'load']) window.addEventListener(name, moved);
    if (history_) return history_.addEventListener('currententrychange', moved);
    for (const name of ['pushState', 'replaceState']) {
      const own = history[name];
      history[name] = function () { const done = own.apply(this, arguments); moved(); return done; };
    }
  }

  function watchConsole() {
    for (const level of ['debug', 'log', 'info', 'warn', 'error']) {
      const own = console[level];
      console[level] = function () {
        const said = arguments;
        guarded(() => line(level, Array.prototype.map.call(said, (part) => shown(part).slice(0, MOST_LINE)).join(' ')))();
        return own.apply(console, said);
      };
    }
    window.addEventListener('error', guarded((event) => {
      const at = event.target;
      if (at && at !== window && at.tagName) line('network', `<${at.tagName.toLowerCase()}> did not load`, at.src || at.href || '');
      else if (!/^ResizeObserver loop/.test(event.message)) line('error', event.error ? shown(event.error) : event.message, `${event.filename || ''}:${event.lineno || 0}`);
    }), true);
    window.addEventListener('unhandledrejection', guarded((event) => line('error', `Uncaught (in promise) ${shown(event.reason)}`)));
  }

  // A request that failed or was refused; never its body, nor what its address asks for.
  function refused(method, address, why) {
    line('network', `${method} ${why}`, String(address).split('?')[0]);
  }

  // Hosts that the policy kept the page from. The Studio may ask the person whether they are to be reached.
  function watchPolicy() {
    const hosts = new Set();
    document.addEventListener('securitypolicyviolation', guarded(({ blockedURI, disposition }) => {
      const there = new URL(blockedURI);
      if (disposition !== 'enforce' || !/^(https|wss):$/.test(there.protocol) || hosts.size >= MOST_HOSTS) return;
      hosts.add(there.host);
      tell({ blocked: [...hosts] });
    }));
  }

  function watchNetwork() {
    const fetched = window.fetch;
    window.fetch = function (asked, given) {
      const named = guarded(() => [String((given && given.method) || (asked && asked.method) || 'GET').toUpperCase(), String((asked && asked.url) || asked)])() || ['GET', ''];
      return fetched.apply(this, arguments).then((answer) => {
        if (answer.status >= 400) guarded(refused)(...named, answer.status);
        return answer;
      }, (error) => {
        if (!error || error.name !== 'AbortError') guarded(refused)(...named, shown(error && error.message));
        throw error;
      });
    };
    const { open } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.open = function (method, address) {
      this.addEventListener('loadend', guarded(() => { if (this.status >= 400) refused(method, address, this.status); }));
      this.addEventListener('error', guarded(() => refused(method, address, 'failed')));
      return open.apply(this, arguments);
    };
  }

  // Where nobody is, a page takes no keys: they are of somebody who writes elsewhere. Once there, it moves them as it likes.
  function stayOut() {
    const { HTMLElement: all, navigator: { userActivation: acted } } = window;
    if (!acted || !document.hasFocus) return;
    const own = all.prototype.focus;
    all.prototype.focus = function () {
      if (acted.isActive || document.hasFocus()) own.apply(this, arguments);
    };
  }

  const picker = openPicker({
    onAim: (aim) => tell({ aim }),
    onPick: (picked) => { picking(false); tell({ picked }); },
    onEnd: () => picking(false),
  });

  // Told at once: what was clicked may lead away from this page.
  const recorder = openRecorder({
    onStep: (step) => {
      if (steps.length < MOST_STEPS) steps.push(step);
      tell({ steps });
      if (port) flush();
    },
  });

  function picking(on) {
    if (on) picker.start(); else picker.stop();
    tell({ picking: on });
  }

  // A path of this origin, and nothing else: what is asked for never leads elsewhere.
  function go(path) {
    const there = new URL(path, location.origin);
    if (there.origin === location.origin) location.assign(there.href);
  }

  // The page may refuse to be left; nobody is told twice.
  function quiet({ committed, finished }) {
    for (const done of [committed, finished]) done.catch(() => {});
  }

  const DOES = {
    go: ({ path }) => go(String(path)),
    back: () => history_ && history_.canGoBack && quiet(history_.back()),
    forward: () => history_ && history_.canGoForward && quiet(history_.forward()),
    reload: () => location.reload(),
    pick: ({ on }) => picking(on === true),
    record: ({ on }) => { if (on === true) recorder.start(); else recorder.stop(); },
  };

  function accept(event) {
    if (event.source !== parent || !studio.includes(event.origin)) return;
    if (!event.data || event.data.chatbuilder !== 'port' || event.ports.length !== 1) return;
    event.stopImmediatePropagation();
    if (port) return;
    [port] = event.ports;
    port.onmessage = guarded(({ data }) => { if (data && Object.hasOwn(DOES, data.do)) DOES[data.do](data); });
    tell({});
  }

  if (guarded(replaceStorage)((kept) => tell({ kept }))) tell({ refused: true });
  window.addEventListener('message', guarded(accept), true);
  stayOut();
  watchConsole();
  watchNetwork();
  watchPolicy();
  watchPlace();
  state();
  parent.postMessage({ chatbuilder: 'hello', version: VERSION }, hidden ? '*' : around);
}
