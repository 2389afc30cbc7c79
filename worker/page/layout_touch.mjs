// Runs inside the page (see layout_view.mjs), on a phone: controls that a finger confuses, and the main action far below.

import { isInSentence, isReachable, pinnedBy, smallTargets, targetBox } from './layout_hits.mjs';
import { ancestors, backdrop, colourOf, ratioOf, viewportOf } from './layout_look.mjs';
import { hueOf } from './layout_theme.mjs';
import { isControl, wordsOf } from './layout_view.mjs';

/** What is looked at on a phone alone. */
export function onPhone(page) {
  const small = smallTargets(page);
  return [...small, ...viewportOf(), ...crowded(page, small), ...farAction(page)];
}

/**
 * Neighbours closer than 8 px of which one is smaller than 44 px in that direction: one finding for each container, and
 * for all containers that look alike. What `alone` names is found by itself (see smallTargets).
 */
export function crowded(page, alone) {
  const isKnown = new Set(alone.map(({ el }) => el));
  const targets = fingerTargets(page);
  const groups = new Map();
  for (const [at, one] of targets.entries()) {
    for (const other of targets.slice(at + 1)) {
      const near = tooNear(one, other);
      if (!near || isKnown.has(one.entry.el) || isKnown.has(other.entry.el) || isApart(one, other, near, page)) continue;
      const container = commonAncestor(one.entry.el, other.entry.el);
      const key = looksOf(container);
      const group = groups.get(key) ?? { container, containers: new Set(), crowd: new Set(), nearest: near, pair: [one, other] };
      if (near.gap < group.nearest.gap) Object.assign(group, { nearest: near, pair: [one, other] });
      groups.set(key, { ...group, containers: group.containers.add(container), crowd: group.crowd.add(one).add(other) });
    }
  }
  return [...groups.values()].slice(0, 6).map(({ container, containers, crowd, nearest, pair }) => {
    const names = pair.map(({ entry }) => `"${wordsOf(entry.el).slice(0, 20) || entry.el.localName}"`).join(' and ');
    const places = containers.size > 1 ? ` in ${containers.size} places like it` : '';
    const size = `${nearest.size} px ${nearest.across ? 'wide' : 'high'}`;
    const what = `${crowd.size} controls${places} crowd for a finger: ${names} are ${nearest.gap} px apart, one only ${size}; leave 8 px or make them 44 px`;
    return { kind: 'crowded', weight: 26, el: container, what };
  });
}

/** What a finger aims at, by itself: no links of a sentence, no cells of tables, calendars and boards, no tabs. */
export function fingerTargets(page) {
  const cells = '[role="grid"], [role="tablist"], [role="listbox"], td, th';
  const free = page.all.filter((entry) => isReachable(entry) && !isInSentence(entry) && !entry.el.closest(cells));
  const boxed = free.slice(0, 400).map((entry) => ({ entry, box: targetBox(entry, page) }));
  const shown = boxed.filter(({ box }) => box.right > 0 && box.left < page.width);
  const sizes = Map.groupBy(shown, ({ entry, box }) => `${Math.round(box.width)} ${Math.round(box.height)} ${entry.el.localName}`);
  const boards = new Set([...sizes.values()].filter(isBoard).flat());
  return shown.filter((target) => !boards.has(target));
}

/** Controls of one size in rows and columns, three of each at least: a calendar, a seating plan, a keypad, a game. */
export function isBoard(targets) {
  const lines = (side) => Map.groupBy(targets, ({ box }) => Math.round(box[side] / 3));
  const full = (side) => [...lines(side).values()].filter((line) => line.length >= 3).length >= 3;
  return targets.length >= 9 && full('left') && full('top');
}

/** `{ gap, size, across }` of two targets side by side or one below the other that are too near; null for others. */
export function tooNear({ box: a }, { box: b }) {
  const across = Math.max(a.left, b.left) - Math.min(a.right, b.right);
  const down = Math.max(a.top, b.top) - Math.min(a.bottom, b.bottom);
  const isBeside = across >= -1 && -down > 0.3 * Math.min(a.height, b.height);
  const isBelow = down >= -1 && -across > 0.3 * Math.min(a.width, b.width);
  if (!isBeside && !isBelow) return null;
  const [gap, size] = isBeside ? [across, Math.min(a.width, b.width)] : [down, Math.min(a.height, b.height)];
  return gap < 7.5 && size < 43.5 ? { gap: Math.max(0, Math.round(gap)), size: Math.round(size), across: isBeside } : null;
}

/** Two that are one control (nested, labelled, joined by their borders) or of which only one stays when the page scrolls. */
export function isApart(one, other, near, page) {
  const [a, b] = [one.entry.el, other.entry.el];
  if (a.contains(b) || b.contains(a) || a.closest('label')?.contains(b) || b.closest('label')?.contains(a)) return true;
  return pinnedBy(a) !== pinnedBy(b) || (near.gap <= 1 && isJoined(one, other, near, page));
}

/** Drawn as one: alike in the other direction, with borders or a ground of their own or of the box around both. */
export function isJoined(one, other, near, page) {
  const sides = near.across ? ['top', 'bottom'] : ['left', 'right'];
  if (sides.some((side) => Math.abs(one.box[side] - other.box[side]) > 2)) return false;
  const isDrawn = (el) => {
    const style = getComputedStyle(el);
    const lines = ['Top', 'Right', 'Bottom', 'Left'].filter((side) => parseFloat(style[`border${side}Width`]) > 0);
    return lines.length > 1 || !/, 0\)$/.test(style.backgroundColor);
  };
  const container = commonAncestor(one.entry.el, other.entry.el);
  const around = page.of.get(container)?.box;
  const isTight = around && Math.abs(around[sides[0]] - one.box[sides[0]]) <= 6 && Math.abs(around[sides[1]] - one.box[sides[1]]) <= 6;
  return (isDrawn(one.entry.el) && isDrawn(other.entry.el)) || (container !== document.body && isTight && isDrawn(container));
}

export function commonAncestor(a, b) {
  return ancestors(a).find((node) => node.nodeType === 1 && node.contains(b)) ?? document.body;
}

/** Containers of a list are alike: the same names all the way up. */
export function looksOf(el) {
  return ancestors(el).map((node) => `${node.localName}.${node.getAttribute('class') ?? ''}`).join(' ');
}

/** The main action of the page, where a person on a phone scrolls far before it is seen, and nothing above leads there. */
export function farAction(page) {
  const most = 1.5 * 844;
  const filled = page.all.filter((entry) => isFilled(entry, page) && !entry.el.closest('footer, aside, nav'));
  const topOf = ({ box }) => box.top + page.scrolled;
  if (filled.length === 0 || filled.some((entry) => topOf(entry) <= most || pinnedBy(entry.el))) return [];
  const main = filled.find(({ el }) => isSubmit(el)) ?? (filled.length === 1 ? filled[0] : null);
  if (!main || isOffered(main, page, most) || isEndOfForm(main, page)) return [];
  const top = Math.round(topOf(main));
  const what = `looks like the page's main action, but begins ${top} px down (${(top / 844).toFixed(1)} screens of a phone): put it higher, or offer it in a sticky bar`;
  return [{ kind: 'far action', weight: 24, el: main.el, what }];
}

export function isSubmit(el) {
  return Boolean(el.form) && el.type === 'submit';
}

/** A button, or a link that looks like one, in the app's accent or in strong contrast to what it stands on; no warning red. */
export function isFilled({ el, box, style, parent }, page) {
  const isButton = ['a', 'button'].includes(el.localName) || el.type === 'submit' || el.role === 'button';
  if (!isButton || !isControl(el) || box.width < 60 || box.height < 28 || style.display === 'inline') return false;
  const colour = colourOf(style.backgroundColor, page);
  const behind = parent && backdrop(parent.el, page, ancestors(parent.el));
  if (/gradient/.test(style.backgroundImage)) return true;
  if (colour[3] < 0.9 || !behind) return colour[3] >= 0.9 && hueOf(colour) !== null;
  const hue = hueOf(colour);
  const isRed = hue !== null && (hue < 12 || hue > 345);
  return hue === null ? ratioOf(colour, behind) >= 4.5 : (isSubmit(el) || !isRed) && ratioOf(colour, behind) > 1.2;
}

/** Something in sight does the same or leads there: a control of the same words, a bar that stays, a link to its part. */
export function isOffered({ el }, page, most) {
  const words = wordsOf(el).toLowerCase();
  return page.all.some((entry) => {
    if (entry.el === el || !isControl(entry.el) || entry.box.top + page.scrolled > most) return false;
    if (words && wordsOf(entry.el).toLowerCase() === words) return true;
    const href = entry.el.getAttribute('href') ?? '';
    return href.length > 1 && href.startsWith('#') && Boolean(document.getElementById(href.slice(1))?.contains(el));
  });
}

/** The button below a form that begins in the first screen: its fields, one after the other, lead there. */
export function isEndOfForm({ el, box }, page) {
  const isField = (entry) => ['input', 'select', 'textarea'].includes(entry.el.localName) && entry.el.form === el.form && entry.el.type !== 'submit';
  const fields = el.form ? page.all.filter((entry) => isField(entry)).map((entry) => entry.box) : [];
  const stops = [{ bottom: -page.scrolled }, ...fields, box];
  return fields.length > 0 && stops.slice(1).every((stop, at) => stop.top - stops[at].bottom < 844 / 2);
}
