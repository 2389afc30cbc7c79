// Lets a person point at an element, by pointer or by keys. It draws in a shadow root of its own and changes nothing else.
const MOST_TEXT = 200, MOST_NAME = 120, MOST_PATH = 300, MOST_CLASSES = 6, MOST_CLASS = 60;
const IMPLICIT = {
  A: 'link', BUTTON: 'button', IMG: 'image', NAV: 'navigation', MAIN: 'main', HEADER: 'banner', FOOTER: 'contentinfo',
  UL: 'list', OL: 'list', LI: 'listitem', TABLE: 'table', FORM: 'form', SELECT: 'combobox', TEXTAREA: 'textbox',
  H1: 'heading', H2: 'heading', H3: 'heading', H4: 'heading', H5: 'heading', H6: 'heading', P: 'paragraph',
};
const DRAWN = new Set(['svg', 'picture', 'canvas']);
const INPUTS = { checkbox: 'checkbox', radio: 'radio', button: 'button', submit: 'button', range: 'slider', number: 'spinbutton', search: 'searchbox' };

const cut = (text, most) => String(text || '').replace(/\s+/g, ' ').trim().slice(0, most);

function roleOf(node) {
  const said = node.getAttribute('role');
  if (said) return cut(said, 40);
  if (DRAWN.has(node.localName)) return 'image';
  return node.tagName === 'INPUT' ? INPUTS[node.type] || 'textbox' : IMPLICIT[node.tagName] || '';
}

// What it is called: by its author's label, else by its words. Never what somebody typed into it.
function nameOf(node) {
  const by = (node.getAttribute('aria-labelledby') || '').split(/\s+/).filter(Boolean);
  const told = by.map((id) => document.getElementById(id)).filter(Boolean).map((one) => one.textContent).join(' ');
  const label = node.labels && node.labels[0] && node.labels[0].textContent;
  const own = ['aria-label', 'alt', 'title', 'placeholder'].map((name) => node.getAttribute(name)).find(Boolean);
  return cut(told || node.getAttribute('aria-label') || label || own || titleOf(node) || wordsOf(node), MOST_NAME);
}

// A drawing is named by its own title, any picture by what is written under it.
function titleOf(node) {
  if (roleOf(node) !== 'image') return '';
  const title = node.localName === 'svg' && [...node.children].find((one) => one.localName === 'title');
  const caption = node.closest('figure') && node.closest('figure').querySelector('figcaption');
  return (title || caption || { textContent: '' }).textContent;
}

// A person points at a picture, not at a line of the drawing that it is made of.
function wholeOf(node) {
  let at = node;
  while (at && at.ownerSVGElement) at = at.ownerSVGElement;
  return at;
}

function wordsOf(node) {
  return /^(INPUT|TEXTAREA|SELECT)$/.test(node.tagName) ? '' : cut(String(node.innerText || '').slice(0, 4000), MOST_TEXT);
}

// The way down to it from the nearest id, or from the page.
function pathOf(node) {
  const parts = [];
  for (let at = node; at && at.nodeType === 1 && at !== document.documentElement; at = at.parentElement) {
    const own = at.id && `#${CSS.escape(at.id)}`;
    if (own && document.querySelectorAll(own).length === 1) { parts.unshift(own); break; }
    const same = at.parentElement ? [...at.parentElement.children].filter((one) => one.tagName === at.tagName) : [];
    const tag = at.tagName.toLowerCase();
    parts.unshift(same.length > 1 ? `${tag}:nth-of-type(${same.indexOf(at) + 1})` : tag);
  }
  while (parts.length > 1 && parts.join(' > ').length > MOST_PATH) parts.shift();
  return parts.join(' > ').slice(0, MOST_PATH);
}

function described(node) {
  const classes = [...node.classList].slice(0, MOST_CLASSES).map((name) => name.slice(0, MOST_CLASS));
  return { tag: node.tagName.toLowerCase().slice(0, 40), role: roleOf(node), name: nameOf(node), text: wordsOf(node), path: pathOf(node), classes };
}

const LOOK = {
  host: { all: 'initial', position: 'fixed', inset: '0', 'z-index': '2147483647', 'pointer-events': 'none' },
  box: { position: 'fixed', 'box-sizing': 'border-box', border: '2px solid #2747d8', background: 'rgba(39, 71, 216, 0.14)', 'border-radius': '3px' },
  tag: {
    position: 'fixed', 'max-width': '90%', padding: '2px 8px', background: '#2747d8', color: '#ffffff', 'border-radius': '6px',
    font: '600 12px/18px system-ui, sans-serif', 'white-space': 'nowrap', overflow: 'hidden', 'text-overflow': 'ellipsis',
  },
};

function piece(name, parent) {
  const made = document.createElement('div');
  for (const [property, value] of Object.entries(LOOK[name])) made.style.setProperty(property, value, name === 'host' ? 'important' : '');
  parent.append(made);
  return made;
}

// `onAim(words)` says what would be picked, `onPick(element)` what was, `onEnd()` that the person gave up.
function openPicker({ onAim, onPick, onEnd }) {
  let aimed = null, host = null, box, tag, ending = null;

  const inPage = (node) => (node && node.nodeType === 1 && node !== host ? wholeOf(node) : null);

  function aim(node) {
    if (!node || node === aimed) return;
    aimed = node;
    draw();
    const name = nameOf(node);
    onAim(cut(`${roleOf(node) || node.tagName.toLowerCase()} ${name}`, MOST_NAME));
  }

  function draw() {
    if (!aimed || !host) return;
    const { left, top, width, height } = aimed.getBoundingClientRect();
    for (const [property, value] of Object.entries({ left, top, width, height })) box.style.setProperty(property, `${value}px`);
    tag.textContent = cut(`${aimed.tagName.toLowerCase()}  ${nameOf(aimed)}`, 80);
    tag.style.setProperty('left', `${Math.max(2, left)}px`);
    tag.style.setProperty('top', `${top > 24 ? top - 24 : Math.min(top + height + 4, innerHeight - 24)}px`);
  }

  function hold(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  // The page hears nothing of it, but the browser still makes a click of a tap, and scrolls.
  function hush(event) {
    event.stopImmediatePropagation();
  }

  function pick(event) {
    hold(event);
    const node = event.type === 'click' && event.isTrusted ? inPage(event.composedPath()[0]) || aimed : aimed;
    if (node) onPick(described(node));
  }

  const STEPS = {
    ArrowUp: (at) => at.parentElement && at.parentElement !== document.documentElement && at.parentElement,
    ArrowDown: (at) => at.localName !== 'svg' && [...at.children].find((one) => one !== host && one.getClientRects().length),
    ArrowLeft: (at) => at.previousElementSibling,
    ArrowRight: (at) => at.nextElementSibling,
  };

  function key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') { hold(event); onEnd(); return; }
    if (event.key === 'Enter' || event.key === ' ') { pick(event); return; }
    const step = STEPS[event.key];
    if (!step || !aimed) { if (event.key !== 'Tab') hold(event); return; }
    hold(event);
    const next = inPage(step(aimed));
    if (next) next.scrollIntoView({ block: 'nearest' });
    aim(next);
  }

  return {
    start() {
      if (host) return;
      host = piece('host', document.documentElement);
      const root = host.attachShadow({ mode: 'closed' });
      [box, tag] = [piece('box', root), piece('tag', root)];
      ending = new AbortController();
      const on = (name, act) => window.addEventListener(name, act, { capture: true, signal: ending.signal, passive: false });
      for (const name of ['pointerup', 'mousedown', 'mouseup', 'dblclick', 'contextmenu', 'submit']) on(name, hold);
      for (const name of ['touchstart', 'touchmove', 'touchend']) on(name, hush);
      on('pointerdown', (event) => { hold(event); aim(inPage(event.composedPath()[0])); });
      on('pointermove', (event) => aim(inPage(event.composedPath()[0])));
      on('focusin', (event) => aim(inPage(event.composedPath()[0])));
      for (const name of ['scroll', 'resize']) on(name, draw);
      on('click', pick);
      on('keydown', key);
      window.focus();
      aim(inPage(document.activeElement !== document.body && document.activeElement) || document.querySelector('main, body > *') || document.body);
    },
    stop() {
      if (!host) return;
      ending.abort();
      host.remove();
      host = aimed = null;
    },
  };
}
