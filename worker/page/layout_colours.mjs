// Runs inside the page (see layout_view.mjs): which colours a page is made of, and where.

import { ancestors, backdrop, colourOf, hex, over } from './layout_look.mjs';
import { isControl, textRects, wordsOf } from './layout_view.mjs';

/** The colours of the page in one line: its main parts, then what is written, what is laid under it, and what is pressed. */
export function palette(page) {
  const [texts, surfaces, controls, lines] = [new Map(), new Map(), new Map(), new Map()];
  for (const entry of page.all) {
    if (entry.silent) continue;
    const { el, box, style } = entry;
    const written = textRects(entry).reduce((sum, line) => sum + line.width * line.height, 0);
    if (written > 0) weigh(texts, shade(style.webkitTextFillColor, entry, page), written);
    const surface = surfaceOf(entry, page);
    if (!isControl(el)) weigh(surfaces, surface, box.width * box.height);
    else if (surface || el.localName === 'button') weigh(controls, isInked(el) ? inkOf(el, page) : groundOf(el, page), box.width * box.height && 1, el);
    weigh(lines, lineOf(entry, surface, page), box.width);
  }
  const whole = [...texts.values()].reduce((sum, { weight }) => sum + weight, 0);
  const told = [
    partsOf(page, texts),
    most(texts, 5, (colour, { weight }) => `${colour} ${Math.round((100 * weight) / whole)} %`, 'texts'),
    most(surfaces, 5, (colour) => colour, 'surfaces'),
    most(controls, 4, (colours, { el }) => `${colours}${wordsOf(el) ? ` "${wordsOf(el).slice(0, 20)}"` : ''}`, 'controls'),
    most(lines, 2, (colour) => colour, 'lines'),
  ];
  return told.filter(Boolean).join('; ').slice(0, 800);
}

/** The main parts by name, their ink where something is written in it; the same pair of colours is not said again. */
export function partsOf(page, texts) {
  const parts = [
    ['page', 'body'], ['header', 'header'], ['nav', 'nav'], ['h1', 'h1'], ['main', 'main'], ['link', 'main a[href]'], ['footer', 'footer'],
  ];
  const seen = [];
  for (const [name, which] of parts) {
    const el = document.querySelector(which);
    if (!el || !page.of.has(el)) continue;
    const line = texts.has(shade(getComputedStyle(el).webkitTextFillColor, page.of.get(el), page)) ? inkOf(el, page) : `on ${groundOf(el, page)}`;
    if (name === 'page' || !seen.some((other) => other.endsWith(line))) seen.push(`${name} ${line}`);
  }
  return seen.join('; ');
}

export function inkOf(el, page) {
  return `${shade(getComputedStyle(el).webkitTextFillColor, page.of.get(el), page) || 'nothing'} on ${groundOf(el, page)}`;
}

export function groundOf(el, page) {
  const behind = backdrop(el, page, ancestors(el));
  return behind ? hex(behind) : 'a picture, gradient or blur';
}

/** Whether the control shows anything in its own colour. */
export function isInked(el) {
  return Boolean(el.innerText?.trim() || el.value || el.placeholder || el.querySelector('svg, [class*="icon"]'));
}

/** A colour as it is seen on the element, over what is behind it; empty where it can hardly be seen. */
export function shade(written, { el, opacity }, page) {
  const [r, g, b, own] = colourOf(written, page);
  const alpha = own * opacity;
  if (alpha < 0.1) return '';
  const behind = alpha < 0.98 ? backdrop(el, page, ancestors(el)) : null;
  return hex(behind ? over([r, g, b, alpha], behind) : [r, g, b, 1]);
}

/** What the element itself lays under its content; empty when one sees through it. */
export function surfaceOf({ el, style, opacity }, page) {
  if (style.backgroundClip === 'text') return '';
  if (/gradient/.test(style.backgroundImage)) return 'a gradient';
  const alpha = colourOf(style.backgroundColor, page)[3];
  if (alpha * opacity <= 0.5) return '';
  const behind = alpha * opacity < 0.98 && el.parentElement ? backdrop(el.parentElement, page, ancestors(el.parentElement)) : null;
  const [r, g, b] = colourOf(style.backgroundColor, page);
  return hex(behind ? over([r, g, b, alpha * opacity], behind) : [r, g, b, 1]);
}

/** The line below the element; empty where it looks like the element's surface or what the element stands on. */
export function lineOf(entry, surface, page) {
  if (!(parseFloat(entry.style.borderBottomWidth) > 0)) return '';
  const line = shade(entry.style.borderBottomColor, entry, page);
  return line === surface || !entry.parent || line === groundOf(entry.parent.el, page) ? '' : line;
}

/** Counts what has a colour and a size. */
export function weigh(found, key, weight, el = null) {
  if (!key || !weight) return;
  const known = found.get(key) ?? { weight: 0, el };
  found.set(key, { ...known, weight: known.weight + weight });
}

export function most(found, count, tell, title) {
  const sorted = [...found].sort(([, a], [, b]) => b.weight - a.weight).slice(0, count);
  return sorted.length > 0 ? `${title} ${sorted.map(([key, value]) => tell(key, value)).join(', ')}` : '';
}
