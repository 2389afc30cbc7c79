// Runs inside the page (see layout_view.mjs): contrast, navigation, and what should not be shown at all.

import { isControl, isDisabled, isMoved, selectorOf, textRects } from './layout_view.mjs';

/** A colour as red, green, blue (0 to 255) and alpha (0 to 1), whatever it was written in. */
export function colourOf(text, page) {
  page.colours ??= new Map();
  if (page.colours.has(text)) return page.colours.get(text);
  page.pen ??= Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true });
  page.pen.clearRect(0, 0, 1, 1);
  page.pen.fillStyle = '#000';
  page.pen.fillStyle = text;
  page.pen.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = page.pen.getImageData(0, 0, 1, 1).data;
  const colour = [red, green, blue, alpha / 255];
  page.colours.set(text, colour);
  return colour;
}

export function over([r, g, b, a], [red, green, blue]) {
  return [r * a + red * (1 - a), g * a + green * (1 - a), b * a + blue * (1 - a), 1];
}

/** What stands behind the element: its colour, or null where that is a picture or a gradient. */
export function backdrop(el, page, chain) {
  const layers = [];
  for (const node of chain) {
    const style = getComputedStyle(node);
    if (style.backgroundImage !== 'none' || style.mixBlendMode !== 'normal' || style.backdropFilter !== 'none') return null;
    if (node !== el && ['img', 'video', 'canvas', 'svg', 'iframe', 'object'].includes(node.localName)) return null;
    const colour = colourOf(style.backgroundColor, page);
    if (colour[3] > 0) layers.push(colour);
    if (colour[3] === 1) break;
  }
  const dark = getComputedStyle(document.documentElement).colorScheme === 'dark';
  return layers.reduceRight((below, layer) => over(layer, below), dark ? [18, 18, 18, 1] : [255, 255, 255, 1]);
}

export function ancestors(el) {
  const chain = [];
  for (let node = el; node; node = node.parentElement ?? node.getRootNode().host) chain.push(node);
  return chain;
}

/** What is painted below the middle of the element, itself first; its ancestors where that can not be asked. */
export function painted(el) {
  const line = [...el.getClientRects()].find((rect) => rect.width > 0);
  if (!line) return ancestors(el);
  el.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  const now = el.getClientRects()[0];
  const stack = document.elementsFromPoint(now.left + Math.min(now.width / 2, 400), now.top + now.height / 2);
  const at = stack.indexOf(el);
  return at < 0 ? ancestors(el) : stack.slice(at);
}

export function luminance(colour) {
  const linear = (part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  const [red, green, blue] = colour.slice(0, 3).map((part) => linear(part / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function ratioOf(a, b) {
  const [light, dark] = [luminance(a), luminance(b)].sort((one, other) => other - one);
  return (light + 0.05) / (dark + 0.05);
}

export function hex(colour) {
  return `#${colour.slice(0, 3).map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** Text with too little contrast, one finding for each pair of colours; `page.unknown` counts text over pictures. */
export function contrast(page) {
  const pairs = new Map();
  page.unknown = 0;
  for (const entry of page.all) {
    const { el, style } = entry;
    if (entry.silent || (textRects(entry).length === 0 && !el.placeholder) || isDisabled(el) || isDisabledLabel(el)) continue;
    const seen = contrastOf(entry, ancestors(el), page);
    if (seen === null) page.unknown += 1;
    if (!seen || seen.ratio >= seen.need - 0.05 || pairs.size > 40) continue;
    const really = contrastOf(entry, painted(el), page);
    if (really === null) page.unknown += 1;
    if (!really || really.ratio >= really.need - 0.05) continue;
    const key = `${really.colours} ${really.need}`;
    pairs.set(key, { ...(pairs.get(key) ?? { ...really, el, count: 0 }), count: (pairs.get(key)?.count ?? 0) + 1 });
  }
  return [...pairs.values()].map(({ el, ratio, need, colours, count }) => {
    const more = count > 1 ? `, and ${count - 1} more like it` : '';
    return { kind: 'contrast', weight: ratio < 2 ? 78 : 50, el, what: `contrast ${ratio.toFixed(1)}:1, needs ${need}:1 (${colours})${more}` };
  });
}

export function contrastOf({ el, style, opacity }, chain, page) {
  if (style.backgroundClip === 'text') return null;
  const behind = backdrop(el, page, chain);
  if (!behind) return null;
  const ink = el.placeholder && !el.value ? getComputedStyle(el, '::placeholder').color : style.webkitTextFillColor;
  const [r, g, b, a] = colourOf(ink, page);
  const front = over([r, g, b, a * opacity], behind);
  const size = parseFloat(style.fontSize);
  const need = size >= 23.9 || (size >= 18.6 && style.fontWeight >= 700) ? 3 : 4.5;
  return { ratio: ratioOf(front, behind), need, colours: `${hex(front)} on ${hex(behind)}` };
}

export function isDisabledLabel(el) {
  const control = el.closest('label')?.control;
  return Boolean(control && control.disabled);
}

/** Rows of navigation that break: a label over two lines, or items over more lines than they should need. */
export function wrapped(page) {
  const found = [];
  for (const entry of page.all) {
    if (found.length >= 6) break;
    const { el, silent } = entry;
    if (isControl(el) && !silent && (entry.style.display !== 'inline' || el.closest('nav, header, [role="tablist"]'))) {
      const lines = linesOf(textRects(entry));
      const words = el.innerText?.trim() ?? '';
      const breaks = lines > 1 && words.length <= 18 * (lines - 1) && !words.includes('\n');
      if (breaks) found.push({ kind: 'wrapped', weight: 60, el, what: `its label breaks into ${lines} lines` });
    }
    if (!el.matches('nav, [role="navigation"], [role="tablist"], [role="menubar"], [role="toolbar"]') || el.closest('footer, aside')) continue;
    const items = page.all.filter((other) => el.contains(other.el) && isControl(other.el) && other.style.position !== 'absolute');
    const wide = linedUp(items, el).map((boxes) => ({ boxes, rows: rowsOf(boxes) })).find(({ rows }) => isBroken(rows, page));
    if (wide) found.push({ kind: 'wrapped', weight: 55, el, what: `its ${wide.boxes.length} items wrap into ${wide.rows.length} rows` });
  }
  return found;
}

/** What stands side by side below `el` and holds an item each: a list of boxes for each row, columns and grids left out. */
export function linedUp(items, el) {
  const groups = new Map();
  for (const item of items) {
    for (let node = item.el; node !== el; ) {
      let around = node.parentElement;
      while (around !== el && getComputedStyle(around).display === 'contents') around = around.parentElement;
      groups.set(around, (groups.get(around) ?? new Set()).add(node));
      node = around;
    }
  }
  const rows = [...groups].filter(([around]) => !/grid/.test(getComputedStyle(around).display) && !isColumn(around));
  return rows.map(([, nodes]) => [...nodes].map((node) => node.getBoundingClientRect()));
}

export function isColumn(el) {
  const style = getComputedStyle(el);
  return /flex/.test(style.display) && style.flexDirection.startsWith('column');
}

/** Rows of which each but the last has several: one alone is a heading over the others. */
export function isBroken(rows, page) {
  return rows.length > (page.width < 600 ? 2 : 1) && rows.some((row) => row > 1) && rows.slice(0, -1).every((row) => row > 1);
}

export function linesOf(rects) {
  return new Set(rects.map((rect) => Math.round(rect.top / 4))).size;
}

/** How many boxes stand in each row, from the top. */
export function rowsOf(boxes) {
  const rows = [];
  for (const box of [...boxes].sort((a, b) => a.top - b.top)) {
    const row = rows.at(-1);
    if (row && box.top + box.height / 2 < row.bottom) row.count += 1;
    else rows.push({ bottom: box.bottom, count: 1 });
  }
  return rows.map((row) => row.count);
}

/** Parts that the page says are hidden, and its styles show. */
export function shownAnyway(page) {
  const found = [];
  const tell = (el, weight, what) => found.length < 8 && found.push({ kind: 'shown', weight, el, what });
  for (const { el, box, style } of page.all) {
    if (box.width < 2 || box.height < 2) continue;
    if (el.hidden && el.hidden !== 'until-found') tell(el, 94, `has the attribute hidden, but its style (display: ${style.display}) shows it`);
    else if (el.localName === 'dialog' && !el.open) tell(el, 94, `is a dialog that is not open, but its style (display: ${style.display}) shows it`);
    else if (el.hasAttribute('popover') && !el.matches(':popover-open')) tell(el, 94, `is a popover that is not open, but its style shows it`);
    const panel = el.role === 'tab' && el.ariaSelected === 'false' && document.getElementById(el.getAttribute('aria-controls') ?? '');
    if (panel && page.of.has(panel) && !isMoved(page.of.get(panel), null)) tell(panel, 86, `is shown although its tab ${selectorOf(el)} is not selected`);
  }
  const tips = page.all.filter(({ el, box }) => el.role === 'tooltip' && box.width > 2);
  if (tips.length > 1) tell(tips[0].el, 70, `and ${tips.length - 1} more tooltips are shown at once`);
  const rules = [...document.styleSheets].length + document.adoptedStyleSheets.length + document.querySelectorAll('[style]').length;
  if (rules === 0 && page.all.length > 8) tell(document.body, 90, 'the page has no styles at all: no style sheet was loaded');
  return found;
}

/** A phone shows a page without this at 980 px, zoomed out. */
export function viewportOf() {
  if (/width=device-width/.test(document.querySelector('meta[name="viewport"]')?.content ?? '')) return [];
  const what = 'has no <meta name="viewport" content="width=device-width, initial-scale=1">: a phone shows it zoomed out';
  return [{ kind: 'viewport', weight: 90, el: document.documentElement, what }];
}
