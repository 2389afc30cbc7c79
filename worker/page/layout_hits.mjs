// Runs inside the page (see layout_view.mjs): what lies over what, and how large it is for a finger.

import { ancestors } from './layout_look.mjs';
import { withOwn } from './layout_space.mjs';
import { isControl, isDisabled, isInside, named, selectorOf, textRects, wordsOf } from './layout_view.mjs';

/** What a click at this place of the window would meet instead of `el`; null when it meets `el`, undefined outside. */
export function coverOf(el, x, y) {
  let hit = document.elementFromPoint(x, y);
  for (let inner = hit; inner; ) {
    inner = hit.shadowRoot?.elementFromPoint(x, y);
    if (inner === hit) break;
    hit = inner ?? hit;
  }
  if (!hit) return undefined;
  for (let node = hit; node; node = node.parentNode ?? node.host) if (node === el) return null;
  const label = hit.closest('label');
  if ((label && label.control === el) || hit.contains(el)) return null;
  return hit;
}

/** The middle of the largest part of the element, in the window; null when it has none. */
export function middleOf(el) {
  const parts = [...el.getClientRects()].filter((rect) => rect.width > 0 && rect.height > 0);
  const best = parts.sort((a, b) => b.width * b.height - a.width * a.height)[0];
  return best ? [best.left + best.width / 2, best.top + best.height / 2] : null;
}

/** What covers the middle of the element, also after it was brought to the middle of the window. */
export function coverAnywhere(el) {
  const look = () => {
    const at = middleOf(el);
    return at ? coverOf(el, ...at) : undefined;
  };
  const before = look();
  if (before === null) return null;
  el.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  return look() ?? null;
}

/** Controls and texts that something else lies over. Behind an open dialog everything is covered, and meant to be. */
export function covered(page) {
  const modal = page.all.filter(({ el }) => el.matches('dialog:modal, [aria-modal="true"]')).at(-1)?.el;
  const candidates = page.all.filter((entry) => (!modal || modal.contains(entry.el)) && (isReachable(entry) || isBlockOfText(entry)));
  const found = [];
  const overlays = new Map();
  for (const entry of candidates.slice(0, 300)) {
    if (found.length >= 12) break;
    const { el } = entry;
    const by = coverAnywhere(el);
    if (!by || isAbove(by, entry)) continue;
    const control = isControl(el);
    if (fillsWindow(by, page)) overlays.set(by, (overlays.get(by) ?? 0) + 1);
    else if (control || isOpaque(by)) {
      const what = control ? `a click in its middle meets ${named(by)}` : `is covered by ${named(by)}`;
      found.push({ kind: 'covered', weight: control ? 95 : 68, el, what });
    }
  }
  for (const [el, count] of overlays) {
    found.push({ kind: 'covered', weight: 40, el, what: `lies over the whole window, with ${count} controls or texts under it` });
  }
  return found;
}

export function isReachable({ el, box, style }) {
  return isControl(el) && box.width > 1 && box.height > 1 && style.pointerEvents !== 'none' && !isDisabled(el);
}

export function isBlockOfText(entry) {
  const { el, style, silent } = entry;
  if (!/^(h[1-6]|p|li|td|th|label|legend|dt|dd|figcaption)$/.test(el.localName) || silent) return false;
  return textRects(entry).length > 0 && style.pointerEvents !== 'none';
}

/** Menus, tips and bars that stay: they lie above what scrolls under them, and close. */
export function isAbove(by, entry) {
  const roles = ['dialog', 'menu', 'listbox', 'tooltip', 'alert', 'status'].map((role) => `[role="${role}"]`);
  const popup = by.closest(['[popover]', 'dialog', ...roles].join());
  if (popup && !popup.contains(entry.el)) return true;
  for (let node = by; node && !node.contains(entry.el); node = node.parentElement) {
    if (['fixed', 'sticky'].includes(getComputedStyle(node).position)) return !isControl(entry.el) || window.scrollY > 0 || canScroll();
  }
  return false;
}

export function canScroll() {
  return document.documentElement.scrollHeight > window.innerHeight + 4;
}

export function fillsWindow(el, page) {
  const box = el.getBoundingClientRect();
  return ['fixed', 'absolute'].includes(getComputedStyle(el).position) && box.width >= 0.9 * page.width && box.height >= 0.8 * page.height;
}

export function isOpaque(el) {
  const style = getComputedStyle(el);
  if (['img', 'video', 'canvas'].includes(el.localName) || style.backgroundImage !== 'none') return true;
  return !/^(transparent$|rgba\(.*, 0\)|.*\/ 0\))/.test(style.backgroundColor);
}

/** Words printed over other words, with nothing opaque between them. */
export function textOverText(page) {
  const lines = page.all.filter((entry) => !entry.silent).flatMap((entry) => linesShown(entry).map((rect) => ({ entry, rect })));
  const rows = lines.slice(0, 1500).sort((a, b) => a.rect.top - b.rect.top);
  const found = [];
  for (let at = 0; at < rows.length && found.length < 8; at++) {
    for (let next = at + 1; next < rows.length && rows[next].rect.top < rows[at].rect.bottom; next++) {
      const [over, under] = [rows[next].entry, rows[at].entry];
      if (!overlap(rows[at].rect, rows[next].rect) || over.el.contains(under.el) || under.el.contains(over.el)) continue;
      if (isBacked(over, under) || isBacked(under, over)) continue;
      if (found.some((other) => other.el === over.el || other.el === under.el)) continue;
      found.push({ kind: 'overlap', weight: 88, el: over.el, what: `its text lies over the text of ${named(under.el)}` });
    }
  }
  return found;
}

/** The first lines of the element's text, as much of them as nothing cuts off: dots stand for what an ellipsis hides. */
export function linesShown(entry) {
  const clip = withOwn(entry);
  const shown = textRects(entry).slice(0, 6).filter((line) => isInside(line, clip) && !(clip.bottom && line.bottom > clip.bottom.at + 4));
  return shown.map((line) => trimmed(line, clip));
}

export function trimmed(line, clip) {
  const [left, right] = [Math.max(line.left, clip.left?.at ?? -Infinity), Math.min(line.right, clip.right?.at ?? Infinity)];
  const [top, bottom] = [Math.max(line.top, clip.top?.at ?? -Infinity), Math.min(line.bottom, clip.bottom?.at ?? Infinity)];
  return { left, right, top, bottom, width: right - left, height: bottom - top };
}

export function overlap(a, b) {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  const least = Math.min(a.width * a.height, b.width * b.height);
  return wide > 3 && high > 0.35 * Math.min(a.height, b.height) && wide * high > 0.2 * least;
}

/** Whether something opaque of its own, or a cut, stands between the text and what the other one stands in. */
export function isBacked(entry, other) {
  for (let at = entry; at && !at.el.contains(other.el); at = at.parent) {
    if (isOpaque(at.el) || at.opacity < 0.2 || at.style.transform !== 'none') return true;
  }
  return Object.values(entry.clip).some((side) => !side.owner.el.contains(other.el) && side.scrolls);
}

/** Controls under 24 by 24 px whose neighbours leave them no room (WCAG 2.5.8), and not those within a sentence. */
export function smallTargets(page) {
  const targets = page.all.filter(isReachable).map((entry) => ({ entry, box: targetBox(entry, page) }));
  const found = [];
  for (const { entry, box } of targets.slice(0, 400)) {
    if (found.length >= 10) break;
    if ((box.width >= 23.5 && box.height >= 23.5) || isInSentence(entry)) continue;
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const others = targets.filter((other) => !other.entry.el.contains(entry.el) && !entry.el.contains(other.entry.el));
    const isNear = (other) => distance(other.box, x, y) < reach(other.box) && pinnedBy(other.entry.el) === pinnedBy(entry.el);
    const near = others.find(isNear);
    if (!near) continue;
    const size = `${Math.round(box.width)} x ${Math.round(box.height)} px`;
    found.push({ kind: 'target', weight: 30, el: entry.el, what: `is ${size}, too close to ${selectorOf(near.entry.el)} for a finger (24 px)` });
  }
  return found;
}

export function targetBox({ el, box }, page) {
  const label = page.of.get(el.labels?.[0])?.box; // as surveyed: other looks have scrolled since
  if (!label || label.width === 0 || !['checkbox', 'radio'].includes(el.type)) return box;
  const [left, top] = [Math.min(box.left, label.left), Math.min(box.top, label.top)];
  const [right, bottom] = [Math.max(box.right, label.right), Math.max(box.bottom, label.bottom)];
  return { left, top, right, bottom, width: right - left, height: bottom - top };
}

/** What the element stays with when the page is scrolled: the nearest fixed or sticky element, or null. */
export function pinnedBy(el) {
  return ancestors(el).find((node) => ['fixed', 'sticky'].includes(getComputedStyle(node).position)) ?? null;
}

export function isInSentence({ el, style, parent }) {
  return style.display === 'inline' && parent && wordsOf(parent.el) !== wordsOf(el) && textRects(parent).length > 0;
}

/** From a point to a box; for a small target to the circle around its middle, whose radius is 12 px. */
export function distance(box, x, y) {
  if (box.width < 24 || box.height < 24) return Math.hypot(box.left + box.width / 2 - x, box.top + box.height / 2 - y);
  return Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
}

export function reach(box) {
  return box.width < 24 || box.height < 24 ? 23.5 : 11.5;
}
