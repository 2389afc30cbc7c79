// Runs inside the page (see layout_view.mjs): which colours a page is made of, and where.

import { ancestors, backdrop, colourOf, hex } from './layout_look.mjs';
import { isControl, textRects, wordsOf } from './layout_view.mjs';

/** The colours of the page in one line: its main parts, then what is written, what is laid under it, and what is pressed. */
export function palette(page) {
  const [texts, surfaces, controls, lines] = [new Map(), new Map(), new Map(), new Map()];
  for (const entry of page.all) {
    if (entry.silent) continue;
    const written = textRects(entry).reduce((sum, line) => sum + line.width * line.height, 0);
    if (written > 0) weigh(texts, hex(colourOf(entry.style.webkitTextFillColor, page)), written);
    const surface = surfaceOf(entry.style, page);
    if (surface && !isControl(entry.el)) weigh(surfaces, surface, entry.box.width * entry.box.height);
    if (isControl(entry.el) && (surface || entry.el.localName === 'button')) weigh(controls, inkOf(entry.el, page), 1, entry.el);
    if (parseFloat(entry.style.borderBottomWidth) > 0) weigh(lines, hex(colourOf(entry.style.borderBottomColor, page)), entry.box.width);
  }
  const whole = [...texts.values()].reduce((sum, { weight }) => sum + weight, 0);
  const told = [
    partsOf(page),
    most(texts, 5, (colour, { weight }) => `${colour} ${Math.round((100 * weight) / whole)} %`, 'texts'),
    most(surfaces, 5, (colour) => colour, 'surfaces'),
    most(controls, 4, (colours, { el }) => `${colours}${wordsOf(el) ? ` "${wordsOf(el).slice(0, 20)}"` : ''}`, 'controls'),
    most(lines, 2, (colour) => colour, 'lines'),
  ];
  return told.filter(Boolean).join('; ').slice(0, 800);
}

/** The main parts by name; the same pair of colours is not said again. */
export function partsOf(page) {
  const parts = [
    ['page', 'body'], ['header', 'header'], ['nav', 'nav'], ['h1', 'h1'], ['main', 'main'], ['link', 'main a[href]'], ['footer', 'footer'],
  ];
  const seen = [];
  for (const [name, which] of parts) {
    const el = document.querySelector(which);
    if (!el || !page.of.has(el)) continue;
    const line = inkOf(el, page);
    if (name === 'page' || !seen.some((other) => other.endsWith(line))) seen.push(`${name} ${line}`);
  }
  return seen.join('; ');
}

export function inkOf(el, page) {
  const behind = backdrop(el, page, ancestors(el));
  return `${hex(colourOf(getComputedStyle(el).color, page))} on ${behind ? hex(behind) : 'a picture, gradient or blur'}`;
}

/** What the element itself lays under its content; empty when one sees through it. */
export function surfaceOf(style, page) {
  if (/gradient/.test(style.backgroundImage)) return 'a gradient';
  const colour = colourOf(style.backgroundColor, page);
  return colour[3] > 0.5 ? hex(colour) : '';
}

export function weigh(found, key, weight, el = null) {
  const known = found.get(key) ?? { weight: 0, el };
  found.set(key, { ...known, weight: known.weight + weight });
}

export function most(found, count, tell, title) {
  const sorted = [...found].sort(([, a], [, b]) => b.weight - a.weight).slice(0, count);
  return sorted.length > 0 ? `${title} ${sorted.map(([key, value]) => tell(key, value)).join(', ')}` : '';
}
