// A browser may refuse storage to pages in frames of another site. Then localStorage and sessionStorage are kept in memory
// here, in the frame's name, which outlives a reload, and by the Studio, which gives them to the app's next frame. Where
// storage works nothing is changed. IndexedDB, caches and cookies stay as the browser has them.
const KEPT_PREFIX = 'chatbuilder.storage:', MOST_KEPT_CHARS = 200000;

function isRefused(name) {
  try { return !window[name]; } catch { return true; }
}

// What the frame's name brought, by storage; nothing where it is not ours.
function keptBefore() {
  try {
    if (!window.name.startsWith(KEPT_PREFIX)) return {};
    const kept = JSON.parse(window.name.slice(KEPT_PREFIX.length));
    return kept && typeof kept === 'object' ? kept : {};
  } catch { return {}; }
}

// `onKept(text)` is called after each change with all that is kept. Returns whether anything had to be replaced.
function replaceStorage(onKept) {
  const refused = ['localStorage', 'sessionStorage'].filter(isRefused);
  if (!refused.length) return false;
  const before = keptBefore();
  const all = {};
  const size = () => refused.reduce((sum, name) => [...all[name]].reduce((own, [key, value]) => own + key.length + value.length, sum), 0);
  const changed = () => {
    const text = JSON.stringify(Object.fromEntries(refused.map((name) => [name, [...all[name]]])));
    window.name = KEPT_PREFIX + text;
    onKept(text);
  };
  for (const name of refused) {
    const entries = Array.isArray(before[name]) ? before[name] : [];
    all[name] = new Map(entries.filter((entry) => Array.isArray(entry) && entry.length === 2 && entry.every((part) => typeof part === 'string')));
    const storage = storageOf(all[name], size, changed);
    Object.defineProperty(window, name, { configurable: true, enumerable: true, get: () => storage });
  }
  return true;
}

// One storage as the platform has it: methods, and each key as a property.
function storageOf(items, size, changed) {
  const put = (key, value) => {
    const before = items.get(key);
    if (before === value) return;
    const grows = value.length - (before === undefined ? -key.length : before.length);
    if (grows > 0 && size() + grows > MOST_KEPT_CHARS) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    items.set(key, value);
    changed();
  };
  const drop = (key) => { if (items.delete(key)) changed(); };
  const own = {
    getItem: (key) => items.get(`${key}`) ?? null,
    setItem: (key, value) => put(`${key}`, `${value}`),
    removeItem: (key) => drop(`${key}`),
    clear: () => { if (items.size) { items.clear(); changed(); } },
    key: (at) => [...items.keys()][at >>> 0] ?? null,
  };
  const known = (key) => typeof key === 'symbol' || key === 'length' || Object.hasOwn(own, key);
  return new Proxy(Object.create(window.Storage ? window.Storage.prototype : Object.prototype), {
    get: (target, key) => (key === 'length' ? items.size : Object.hasOwn(own, key) ? own[key] : items.has(key) ? items.get(key) : typeof key === 'symbol' || key in Object.prototype ? Reflect.get(target, key, target) : undefined),
    set: (target, key, value) => { if (!known(key)) put(key, `${value}`); return true; },
    has: (target, key) => known(key) || items.has(key) || key in Object.prototype,
    deleteProperty: (target, key) => { if (!known(key)) drop(key); return true; },
    defineProperty: (target, key, how) => { if (!known(key) && 'value' in how) put(key, `${how.value}`); return true; },
    ownKeys: () => [...items.keys()],
    getOwnPropertyDescriptor: (target, key) => (items.has(key) && !known(key) ? { value: items.get(key), writable: true, enumerable: true, configurable: true } : undefined),
  });
}
