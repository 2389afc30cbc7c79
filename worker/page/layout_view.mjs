// Runs inside the page: what is drawn there. Each function of layout_*.mjs is sent to the page as text, so none may use
// anything but other exported functions of these files and what a page has.

/** Every element that is drawn, in document order: its style, its box, and what cuts it off. */
export function survey(most) {
  const root = document.documentElement;
  const page = { width: root.clientWidth, height: window.innerHeight, scrolled: window.scrollY, all: [], of: new Map() };
  const free = { flow: {}, pinned: {} };
  const waiting = document.body ? [[document.body, null, 1, false, free]] : [];
  while (waiting.length > 0 && page.all.length < most) {
    const [el, parent, opacity, silent, clips] = waiting.pop();
    const style = getComputedStyle(el);
    if (isNotDrawn(el, style) || opacity * style.opacity < 0.06) continue;
    const box = el.getBoundingClientRect();
    const positioned = style.position !== 'static' || style.transform !== 'none';
    const clip = style.position === 'fixed' ? {} : style.position === 'absolute' ? clips.pinned : clips.flow;
    const entry = { el, style, box, parent, clip, opacity: opacity * style.opacity, silent: silent || el.ariaHidden === 'true' };
    if (style.visibility === 'visible' && isInside(box, clip)) {
      page.all.push(entry);
      page.of.set(el, entry);
    }
    if (['SVG', 'CANVAS', 'VIDEO', 'IFRAME', 'OBJECT', 'SELECT', 'TEXTAREA'].includes(el.tagName.toUpperCase())) continue;
    const flow = clippedBy(entry, clip);
    const below = { flow, pinned: positioned ? flow : clips.pinned };
    const next = page.of.has(el) ? entry : { ...entry, parent };
    const children = [...(el.shadowRoot ?? el).children];
    for (const child of children.toReversed()) waiting.push([child, next, entry.opacity, entry.silent, below]);
  }
  const modal = openModal();
  if (modal) page.all = page.all.filter(({ el }) => modal.contains(el));
  return page;
}

/** The dialog that a person has to close first; what lies behind it is meant to be covered and to stand still. */
export function openModal() {
  const modals = [...document.querySelectorAll('dialog:modal, [aria-modal="true"]')];
  return modals.findLast((el) => el.checkVisibility({ visibilityProperty: true }) && el.getBoundingClientRect().height > 0);
}

/** Not drawn, or drawn for screen readers only. */
export function isNotDrawn(el, style) {
  if (style.display === 'contents') return false;
  if (!el.checkVisibility() || ['SCRIPT', 'STYLE', 'TEMPLATE'].includes(el.tagName)) return true;
  const pinned = ['absolute', 'fixed'].includes(style.position);
  if (pinned && (/^rect\((0|1)px/.test(style.clip) || /inset\((50|100)%/.test(style.clipPath))) return true;
  return style.overflow !== 'visible' && (el.offsetWidth <= 1 || el.offsetHeight <= 1);
}

/** Whether anything of the box is left of what cuts it. */
export function isInside(box, clip) {
  const beyond = (clip.right && box.left >= clip.right.at) || (clip.left && box.right <= clip.left.at);
  return !beyond && !((clip.bottom && box.top >= clip.bottom.at) || (clip.top && box.bottom <= clip.top.at));
}

/** The clip for what is in `entry`: each side with the element that cuts there. The root's overflow is the window's. */
export function clippedBy(entry, clip) {
  const { el, style, box } = entry;
  const both = [style.overflowX, style.overflowY];
  if (both.every((value) => value === 'visible') || el === document.body || style.display === 'inline') return clip;
  const inner = { ...clip };
  const narrow = (side, at, value, less) => {
    const tighter = !inner[side] || (less ? at < inner[side].at : at > inner[side].at);
    if (tighter) inner[side] = { at, owner: entry, scrolls: ['auto', 'scroll'].includes(value) };
  };
  if (both[0] !== 'visible') {
    narrow('right', box.right, both[0], true);
    narrow('left', box.left, both[0], false);
  }
  if (both[1] !== 'visible') {
    narrow('bottom', box.bottom, both[1], true);
    narrow('top', box.top, both[1], false);
  }
  return inner;
}

/** The boxes of the lines of text that stand directly in the element. */
export function textRects(entry) {
  if (entry.lines) return entry.lines;
  entry.lines = [];
  for (const node of entry.el.childNodes) {
    if (node.nodeType !== 3 || !node.data.trim() || entry.lines.length > 100) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) if (rect.width > 1 && rect.height > 1) entry.lines.push(rect);
  }
  return entry.lines;
}

/** Where the element ends on the right, with the text that runs out of it. */
export function rightOf(entry) {
  const out = entry.style.overflowX === 'visible' ? textRects(entry).map((line) => line.right) : [];
  return Math.max(entry.box.right, ...out);
}

/** A selector that finds the element, as short as it can be. */
export function selectorOf(el) {
  const parts = [];
  for (let node = el; node && node.nodeType === 1 && parts.length < 5; node = node.parentElement) {
    const id = /^[A-Za-z][\w-]{0,40}$/.test(node.id) ? `#${node.id}` : '';
    const classes = [...node.classList].filter((name) => /^[A-Za-z][\w-]{0,30}$/.test(name)).slice(0, 2);
    const plain = id || node.localName + classes.map((name) => `.${name}`).join('');
    if (parts.length === 0 || id) parts.unshift(plain);
    else parts.unshift(classes.length > 0 ? plain : node.localName);
    if (isOnly(parts, el)) break;
    const alike = node.parentElement ? [...node.parentElement.children].filter((other) => other.localName === node.localName) : [];
    if (!id && alike.length > 1) parts[0] = `${node.localName}:nth-of-type(${alike.indexOf(node) + 1})`;
    if (isOnly(parts, el)) break;
  }
  return parts.join(' > ').slice(0, 140);
}

export function isOnly(parts, el) {
  const found = el.getRootNode().querySelectorAll(parts.join(' > '));
  return found.length === 1 && found[0] === el;
}

/** The words a person knows the element by. */
export function wordsOf(el) {
  const shown = el.localName === 'select' ? el.selectedOptions?.[0]?.text : el.innerText;
  const said = el.getAttribute('aria-label') || shown || el.getAttribute('placeholder') || el.getAttribute('alt') || el.labels?.[0]?.innerText || '';
  const text = String(said).replace(/\s+/g, ' ').trim();
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

/** `selector "words"`, for the middle of a sentence. */
export function named(el) {
  const words = wordsOf(el);
  return selectorOf(el) + (words ? ` "${words}"` : '');
}

export function isControl(el) {
  const role = el.getAttribute('role') ?? '';
  if (el.localName === 'a') return el.hasAttribute('href') || role !== '';
  if (el.localName === 'input') return el.type !== 'hidden';
  return ['button', 'select', 'textarea', 'summary'].includes(el.localName) ||
    ['button', 'link', 'tab', 'checkbox', 'radio', 'switch', 'menuitem', 'slider'].includes(role);
}

export function isDisabled(el) {
  return Boolean(el.closest('[disabled], [inert], [aria-disabled="true"]')) || el.matches(':disabled');
}

/** Between the element and one around it: something that moves or turns it, so that its place says little. */
export function isMoved(entry, until) {
  for (let at = entry; at && at !== until; at = at.parent) {
    if (at.style.transform !== 'none' || at.style.translate !== 'none' || at.style.rotate !== 'none') return true;
  }
  return false;
}
