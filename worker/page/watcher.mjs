// Collects what a page says and asks for, each kind up to a bound, and keeps it on its own origin.

const MOST = { console: 60, errors: 20, failed: 30, notes: 20 };
const QUIET_AFTER = 2000;
const MOST_REQUESTS = 3000;

export class Watcher {
  report = { url: '', title: '', console: [], errors: [], failed_requests: [], actions: [], notes: [], tree: '' };
  loaded = false;
  lastTraffic = Date.now();
  onFirstError = () => {};
  #tools;
  #origin;
  #known = new Set();
  #context;
  #session;
  #requests = new Map();
  #open = new Set();
  #seen = new Set();
  #events = 0;
  #handlers = {
    'Runtime.consoleAPICalled': (params) => this.#console(params),
    'Runtime.exceptionThrown': (params) => this.#thrown(params),
    'Fetch.requestPaused': (params) => this.#paused(params),
    'Network.requestWillBeSent': (params) => this.#sent(params),
    'Network.responseReceived': (params) => this.#responded(params),
    'Network.loadingFinished': (params) => this.#ended(params),
    'Network.loadingFailed': (params) => this.#ended(params),
    'Page.javascriptDialogOpening': (params) => this.#dialog(params),
    'Page.loadEventFired': () => (this.loaded = true),
    'Log.entryAdded': ({ entry }) => this.#logged(entry),
  };

  constructor(tools, origin) {
    this.#tools = tools;
    this.#origin = origin;
    tools.on((message) => this.#event(message));
  }

  /** Watch the page `target`, spoken to by `session`. Windows that it opens are closed, unless all of its context will be. */
  async attach(target, session, closesWindows = true) {
    const { targetInfos } = await this.#tools.send('Target.getTargets');
    this.#known = new Set([target, ...targetInfos.map((info) => info.targetId)]);
    if (closesWindows) this.#context = targetInfos.find((info) => info.targetId === target)?.browserContextId;
    this.#session = session;
    const send = (method, params) => this.#tools.send(method, params, { session });
    await Promise.all([
      send('Page.enable'), send('Runtime.enable'), send('Log.enable'), send('Network.enable'), send('DOM.enable'),
      send('Fetch.enable', { patterns: [{ urlPattern: '*' }] }),
    ]);
  }

  get pending() {
    return this.#open.size;
  }

  note(text) {
    const line = this.#short(text, 500);
    if (this.report.notes.length < MOST.notes && !this.report.notes.includes(line)) this.report.notes.push(line);
  }

  #event({ method, params, sessionId }) {
    if (method === 'Target.targetCreated') return this.#windowed(params.targetInfo);
    if (sessionId !== this.#session || !this.#session) return;
    if (++this.#events > QUIET_AFTER && method !== 'Fetch.requestPaused' && !method.startsWith('Page.')) return this.#quiet();
    this.#handlers[method]?.(params);
  }

  /** A page that never stops talking is no longer listened to. */
  #quiet() {
    if (this.#events !== QUIET_AFTER + 1) return;
    this.note('The page produced more events than are read; later ones are left out.');
    for (const domain of ['Runtime', 'Log', 'Network']) this.#forget(`${domain}.disable`);
  }

  #windowed(info) {
    if (info.type !== 'page' || this.#known.has(info.targetId) || info.browserContextId !== this.#context) return;
    this.note(`The page opened a window, which was closed: ${info.url || 'about:blank'}`);
    this.#tools.send('Target.closeTarget', { targetId: info.targetId }).catch(() => {});
  }

  #forget(method, params) {
    this.#tools.send(method, params, { session: this.#session }).catch(() => {});
  }

  #short(text, most) {
    const own = String(text).replaceAll(this.#origin, '');
    return own.length > most ? `${own.slice(0, most - 1)}…` : own;
  }

  #console({ type, args, stackTrace }) {
    const text = (args ?? []).map(worded).join(' ');
    const frame = stackTrace?.callFrames?.[0];
    this.#say(type, text, frame && `${frame.url}:${frame.lineNumber + 1}:${frame.columnNumber + 1}`);
  }

  #say(level, text, place) {
    if (this.report.console.length >= MOST.console) return this.note('More console messages were left out.');
    this.report.console.push({ level: this.#short(level, 20), text: this.#short(text, 500), place: this.#short(place ?? '', 500) });
  }

  #logged({ level, source, text, url }) {
    if (level === 'error' && source !== 'network') this.#say(`${source} error`, text, url);
  }

  #thrown({ exceptionDetails: found }) {
    if (this.report.errors.length === 0) this.onFirstError();
    if (this.report.errors.length >= MOST.errors) return this.note('More page errors were left out.');
    const said = found.exception?.description ?? `${found.text} ${worded(found.exception ?? {})}`;
    const place = found.url ? ` (${found.url}:${found.lineNumber + 1}:${found.columnNumber + 1})` : '';
    this.report.errors.push(this.#short(said + place, 1500));
  }

  #paused({ requestId, request }) {
    if (this.#allowed(request.url)) return this.#forget('Fetch.continueRequest', { requestId });
    this.#failed(request.url, 'blocked: only the app itself can be reached, there is no network here');
    this.#forget('Fetch.failRequest', { requestId, errorReason: 'InternetDisconnected' });
  }

  #allowed(url) {
    return url.startsWith(`${this.#origin}/`) || /^(data|blob|about):/.test(url);
  }

  #sent({ requestId, request }) {
    this.lastTraffic = Date.now();
    if (this.#requests.size < MOST_REQUESTS) this.#requests.set(requestId, request.url);
    this.#open.add(requestId);
  }

  #responded({ requestId, response }) {
    if (response.status >= 400) this.#failed(response.url, `HTTP ${response.status}`);
    this.#requests.delete(requestId);
  }

  #ended({ requestId, errorText, canceled }) {
    this.lastTraffic = Date.now();
    this.#open.delete(requestId);
    const url = this.#requests.get(requestId);
    this.#requests.delete(requestId);
    if (url && errorText && !canceled && this.#allowed(url)) this.#failed(url, errorText);
  }

  #failed(url, reason) {
    const line = this.#short(url, 500);
    if (line === '/favicon.ico' || this.#seen.has(line)) return;
    if (this.report.failed_requests.length >= MOST.failed) return this.note('More failed requests were left out.');
    this.#seen.add(line);
    this.report.failed_requests.push({ url: line, reason: this.#short(reason, 500) });
  }

  #dialog({ type, message }) {
    this.note(`The page showed a dialog (${type}), which was dismissed: ${message.slice(0, 200)}`);
    this.#forget('Page.handleJavaScriptDialog', { accept: type === 'beforeunload' });
  }
}

function worded(value) {
  if (value.value !== undefined) return String(typeof value.value === 'object' ? JSON.stringify(value.value) : value.value).slice(0, 2000);
  if (value.preview?.properties && value.subtype !== 'error') return previewed(value.preview).slice(0, 2000);
  return String(value.description ?? value.unserializableValue ?? value.type ?? '').slice(0, 2000);
}

function previewed({ properties, subtype, overflow }) {
  const list = subtype === 'array';
  const parts = properties.map(({ name, value, type }) => (list ? '' : `${name}: `) + (type === 'string' ? JSON.stringify(value) : (value ?? type)));
  const text = [...parts, ...(overflow ? ['…'] : [])].join(', ');
  return list ? `[${text}]` : `{${text}}`;
}
