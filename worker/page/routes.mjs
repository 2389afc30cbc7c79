// Finds the routes that routers declare in built code, where every router looks alike: an object with a `path` beside a
// component, in JSX as in a list; or an object whose keys are paths; or an address that the code compares with one.

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const MOST_BYTES = 12 * 1024 * 1024;
const MOST_FILES = 300;
const MOST_DEPTH = 5000;
const MOST_ROUTES = 200;
const MOST_CHARS = 200;
const MOST_OF_EXPRESSION = 2000;
/** Of one script: steps for each of its characters, and for any; hostile code costs no more. */
const WORK_FOR_EACH = 20;
const WORK_FOR_ANY = 100_000;
/** A `path` belongs to a route only beside one of these: files, requests and menus have a path too. */
const BESIDE = new Set([
  'element', 'Component', 'component', 'components', 'children', 'lazy', 'loader', 'action', 'redirect', 'render', 'routes', 'index',
  'errorElement', 'ErrorBoundary', 'handle', 'handler', 'getParentRoute', 'beforeEnter', '$$slots', 'view', 'page',
  'loadComponent', 'loadChildren', 'redirectTo',
]);
const HOLDS = new Set(['children', 'routes']);
const PATH = /^[\w\-.~/:*?()$@+[\]{}\\]*$/;
const COMPARED = /^\/[a-zA-Z][\w-]*(?:\/:?[\w-]+)*\/?$/;
const WORD = /[\w$]/;
const FILE_ENDING = /(?:^|[^.])\.[a-z]\w{0,11}$/i;
/** After these a slash begins a regular expression. */
const OPERATORS = new Set('(,=:[!&|?{};+-*%~^<>');
const KEYWORDS = new Set(['return', 'typeof', 'case', 'in', 'of', 'delete', 'void', 'throw', 'new', 'else', 'do', 'yield', 'await']);

/** The paths of the routes in all scripts below `root`, each once, in the order of the code. */
export function declaredRoutes(root) {
  const found = new Set();
  let bytes = 0;
  for (const file of scripts(root).slice(0, MOST_FILES)) {
    const code = readFileSync(file, 'utf8');
    bytes += code.length;
    if (bytes > MOST_BYTES) break;
    for (const path of routesIn(code)) if (found.size < MOST_ROUTES) found.add(path);
  }
  return [...found];
}

export function scripts(root) {
  const entries = readdirSync(root, { withFileTypes: true, recursive: true });
  return entries.filter((entry) => entry.isFile() && /\.m?js$/.test(entry.name)).map((entry) => join(entry.parentPath, entry.name)).sort();
}

/** The routes of one script. Code that is read wrongly costs routes, never more: each is only an address to open. */
export function routesIn(code) {
  const reader = new Reader(code);
  while (reader.step());
  return [...new Set(reader.routes())].filter(isPage).slice(0, MOST_ROUTES);
}

class Reader {
  #code;
  #at = 0;
  #word = '';
  #mark = '';
  #stack = [frame('')];
  #compared = new Set();
  #left;

  constructor(code) {
    this.#code = code;
    this.#left = WORK_FOR_ANY + WORK_FOR_EACH * code.length;
  }

  routes() {
    while (this.#stack.length > 1) this.#close();
    return [...this.#stack[0].found.map(({ path }) => rooted(path)), ...this.#compared];
  }

  /** Read one token; false at the end, and where the code has cost too much. */
  step() {
    const code = this.#code;
    const char = code[this.#at];
    if (char === undefined || this.#left-- <= 0 || this.#stack.length > MOST_DEPTH) return false;
    if (char <= ' ') this.#at++;
    else if (char === '"' || char === "'") this.#text(this.#quoted(char));
    else if (char === '`') this.#template(this.#at + 1);
    else if (char === '/' && this.#skipSlash()) return true;
    else if (WORD.test(char)) this.#name();
    else this.#punctuation(char);
    return true;
  }

  get #top() {
    return this.#stack.at(-1);
  }

  #quoted(quote) {
    let end = this.#at + 1;
    while (end < this.#code.length && this.#code[end] !== quote) end += this.#code[end] === '\\' ? 2 : 1;
    const text = this.#code.slice(this.#at + 1, end);
    this.#at = end + 1;
    return text;
  }

  /** A template up to its end, or up to code within it, which is read as code is. */
  #template(start) {
    let end = start;
    while (end < this.#code.length && this.#code[end] !== '`') {
      if (this.#code.startsWith('${', end)) {
        this.#stack.push(frame('`'));
        this.#at = end + 2;
        return this.#mark = '{';
      }
      end += this.#code[end] === '\\' ? 2 : 1;
    }
    const isWhole = this.#code[start - 1] === '`';
    this.#at = end + 1;
    return isWhole ? this.#text(this.#code.slice(start, end)) : this.#value();
  }

  /** A text: a key where a colon follows it in an object, else a value. */
  #text(text) {
    const top = this.#top;
    const next = this.#after();
    if (top.open === '{' && next === ':' && (this.#mark === '{' || this.#mark === ',')) return this.#key(text);
    const isCompared = this.#word === 'case' || this.#mark === '=' || next === '=';
    const isAlone = next === ',' || next === '}';
    if (top.open === '{' && top.key === 'path' && this.#mark === ':' && isAlone && isPath(text)) top.path = text;
    else if (isCompared && this.#isComparison(text, next) && COMPARED.test(text) && this.#compared.size < MOST_ROUTES) this.#compared.add(text);
    this.#value();
  }

  #isComparison(text, next) {
    if (this.#word === 'case' || (next === '=' && this.#code.startsWith('==', this.#at + this.#blanks()))) return true;
    const before = this.#code.slice(Math.max(0, this.#at - text.length - 12), this.#at - text.length - 2);
    return /[=!]==?\s*$/.test(before);
  }

  #blanks() {
    let length = 0;
    while (this.#code[this.#at + length] <= ' ') length++;
    return length;
  }

  #after() {
    return this.#code[this.#at + this.#blanks()] ?? '';
  }

  #value() {
    this.#word = '';
    this.#mark = 'value';
  }

  #name() {
    let end = this.#at;
    while (end < this.#code.length && WORD.test(this.#code[end])) end++;
    const word = this.#code.slice(this.#at, end);
    this.#at = end;
    const isMethod = this.#word === 'get' || this.#word === 'async'; // a getter is how Solid has a route's component
    const isKey = this.#top.open === '{' && (this.#mark === '{' || this.#mark === ',' || isMethod);
    const next = this.#after();
    if (isKey && next === ':') return this.#key(word);
    if (isKey && (next === ',' || next === '}' || next === '(')) this.#note(word); // shorthand, or a method
    this.#word = word;
    this.#mark = KEYWORDS.has(word) ? '(' : 'value';
  }

  #key(name) {
    const top = this.#top;
    top.key = name;
    this.#note(name);
    if ((name.startsWith('/') || name === '*') && isPath(name)) top.keys.add(name);
    this.#at += this.#blanks() + 1;
    this.#word = '';
    this.#mark = ':';
  }

  #note(name) {
    if (BESIDE.has(name)) this.#top.isRoute = true;
  }

  #skipSlash() {
    const code = this.#code;
    const next = code[this.#at + 1];
    if (next === '/' || next === '*') {
      const end = next === '/' ? code.indexOf('\n', this.#at) : code.indexOf('*/', this.#at + 2);
      this.#at = end < 0 ? code.length : end + (next === '/' ? 1 : 2);
      return true;
    }
    if (!OPERATORS.has(this.#mark) && this.#mark !== '') return false;
    let end = this.#at + 1;
    const most = Math.min(code.length, end + MOST_OF_EXPRESSION);
    for (let inClass = false; end < most && code[end] !== '\n' && (inClass || code[end] !== '/'); end++) {
      if (code[end] === '\\') end++;
      else if (code[end] === '[') inClass = true;
      else if (code[end] === ']') inClass = false;
    }
    this.#left -= end - this.#at;
    if (end >= most || code[end] !== '/') return false;
    this.#at = end + 1;
    this.#value();
    return true;
  }

  #punctuation(char) {
    this.#at++;
    this.#word = '';
    if ('([{'.includes(char)) this.#stack.push(frame(char));
    else if (')]}'.includes(char)) {
      const { open } = this.#close();
      if (open === '`') return this.#template(this.#at);
    }
    this.#mark = ')]}'.includes(char) ? 'value' : char;
  }

  /** Hand what a bracket held to what it stands in. */
  #close() {
    if (this.#stack.length === 1) return this.#stack[0];
    const closed = this.#stack.pop();
    this.#left -= closed.found.length;
    const top = this.#top;
    const under = top.open === '{' ? top.key : '';
    const inherited = top.open === '{' ? [] : null;
    for (const one of routesOf(closed, top)) {
      if (top.found.length < MOST_ROUTES) top.found.push(inherited ? { ...one, under } : one);
    }
    return closed;
  }
}

function frame(open) {
  return { open, key: '', path: null, isRoute: false, keys: new Set(), found: [] };
}

/** What a closed bracket declares: its own route and those in it, which follow its path where they are its children. */
function routesOf(closed, top) {
  if (closed.open !== '{') return closed.found;
  const own = closed.isRoute ? closed.path : null;
  const inside = closed.found.map(({ path, under }) => {
    if (under.startsWith('/')) return { path: joined(under, path), under: '' };
    return { path: own !== null && HOLDS.has(under) ? joined(own, path) : path, under: '' };
  });
  const isMap = closed.keys.has('/') || (top.open === '{' && top.keys.has(top.key));
  const keyed = isMap ? [...closed.keys].slice(0, MOST_ROUTES).map((path) => ({ path, under: '' })) : [];
  return [...(own !== null ? [{ path: own, under: '' }] : []), ...keyed, ...inside];
}

/** A child's path below its parent's; one that names the parent already is whole. */
function joined(parent, path) {
  const above = parent.replace(/\/?\*$/, '').replace(/\/$/, '');
  if (path === '/' || path === '' || above.length > MOST_CHARS) return above || '/';
  return path.startsWith(`${above}/`) && path.startsWith('/') ? path : `${above}/${path.replace(/^\//, '')}`;
}

const rooted = (path) => (path.startsWith('/') ? path : `/${path}`);
const isPath = (text) => text.length <= MOST_CHARS && PATH.test(text);

/** Whether an address can be a page's: the site has no page for a file's and for an interface's. */
export function isPage(path) {
  const [whole] = path.replace(/\\/g, '').split(/[?#]/);
  return !whole.startsWith('/api/') && !FILE_ENDING.test(whole.split('/').at(-1));
}

/** What to open for a route: `{ path }`, or `{ pattern }` where only a link knows an address; the not-found page has one. */
export function openable(route) {
  const parts = route.replace(/\\/g, '').split('/').filter(Boolean);
  const kept = [];
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    if (isLast && part !== '*' && /\*$/.test(part) && kept.length === 0 && /^[:*$]/.test(part)) return { path: NOWHERE };
    if (part === '*' || part === '$' || /\*\)?$/.test(part)) return kept.length > 0 ? whole(kept) : { path: NOWHERE };
    if (/\?$/.test(part)) continue;
    kept.push(part);
  }
  return whole(kept);
}

export const NOWHERE = '/no-such-page-of-this-app';

function whole(parts) {
  const path = `/${parts.join('/')}`;
  if (!parts.some((part) => /[:*()[\]{}]|^\$/.test(part))) return { path };
  const pattern = parts.map((part) => (/[:*()[\]{}]|^\$/.test(part) ? '[^/]+' : part.replace(/[.+$?]/g, '\\$&'))).join('/');
  return { path, pattern: new RegExp(`^/${pattern}/?$`) };
}
