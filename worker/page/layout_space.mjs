// Runs inside the page (see layout_view.mjs): what does not fit into the window or into its own box.

import { isControl, isMoved, named, rightOf, selectorOf, textRects } from './layout_view.mjs';

/** The page is wider than the window, or what stands at its edges is cut off there. */
export function sideways(page) {
  const root = document.scrollingElement ?? document.documentElement;
  const styles = [document.documentElement, document.body].map((el) => getComputedStyle(el));
  const cut = styles.some((style) => ['hidden', 'clip'].includes(style.overflowX));
  const over = Math.round(root.scrollWidth - page.width);
  const beyond = page.all.filter((entry) => isBeyond(entry, page.width));
  page.beyond = new Set(beyond);
  const outer = beyond.filter((entry) => !page.beyond.has(entry.parent)).sort((a, b) => b.box.width - a.box.width);
  const first = outer.filter((entry, at) => outer.findIndex((other) => other.parent === entry.parent) === at);
  if (!cut && over > 1) {
    const found = first.slice(0, 3).map((entry) => tooWide(entry, page, over));
    const el = document.documentElement;
    const what = `the page is ${over} px wider than the window, so it scrolls sideways`;
    return found.length > 0 ? found : [{ kind: 'overflow', weight: 100, el, what }];
  }
  if (!cut) page.beyond = new Set();
  return cut ? cutAtEdge(beyond, page) : [];
}

export function isBeyond(entry, width) {
  const { box, clip, style } = entry;
  if (box.width === 0 || box.height === 0 || (style.position === 'fixed' && box.left >= width)) return false;
  return Math.min(rightOf(entry), clip.right?.at ?? Infinity) > width + 1;
}

export function tooWide(entry, page, over) {
  const inside = page.all.filter((other) => other !== entry && page.beyond.has(other) && entry.el.contains(other.el));
  const widest = inside.filter((other) => textRects(other).length > 0 || isControl(other.el)).sort((a, b) => rightOf(b) - rightOf(a))[0];
  const because = widest ? `, with ${named(widest.el)}` : '';
  const display = entry.parent?.style.display ?? '';
  const grid = /grid|flex/.test(display) ? `; an item of the ${display} ${selectorOf(entry.parent.el)}` : '';
  const end = Math.round(rightOf(entry) - page.width);
  const what = `ends ${end} px beyond the window; the page scrolls sideways by ${over} px${because}${grid}`;
  return { kind: 'overflow', weight: 100, el: entry.el, what };
}

/** Nothing scrolls sideways because the root hides it: then words or controls across the edge are lost. */
export function cutAtEdge(beyond, page) {
  const lost = beyond.filter((entry) => entry.box.left < page.width && !isMoved(entry, null) && !entry.silent);
  const crosses = (line) => line.left < page.width - 2 && line.right > page.width + 2;
  const across = lost.filter((entry) => (isControl(entry.el) && rightOf(entry) > page.width + 2) || textRects(entry).some(crosses));
  return across.slice(0, 4).map((entry) => {
    const end = Math.round(rightOf(entry) - page.width);
    return { kind: 'clipped', weight: 85, el: entry.el, what: `is cut off at the window's edge (${end} px lost; the page hides what overflows)` };
  });
}

/** What ends below the window where nothing can be scrolled. */
export function unreachable(page) {
  const root = document.scrollingElement ?? document.documentElement;
  const styles = [document.documentElement, document.body].map((el) => getComputedStyle(el).overflowY);
  if (!styles.some((value) => ['hidden', 'clip'].includes(value)) || root.scrollHeight <= page.height + 4) return [];
  const low = page.all.filter((entry) => entry.box.top + 4 > page.height && !entry.silent && isPlain(entry) && !isMoved(entry, null));
  const lost = low.filter((entry) => isControl(entry.el) || textRects(entry).length > 0);
  if (lost.length === 0) return [];
  const more = lost.length > 1 ? `; so do ${lost.length - 1} more` : '';
  const what = `lies below the window (${page.height} px high) and the page does not scroll${more}`;
  return [{ kind: 'clipped', weight: 92, el: lost[0].el, what }];
}

export function isPlain({ clip, style }) {
  return !clip.bottom?.scrolls && !['fixed', 'absolute'].includes(style.position);
}

/** In the flow, but wider than what it stands in: it covers its neighbours or leaves its card. */
export function spilling(page) {
  const found = [];
  for (const entry of page.all) {
    if (found.length >= 12) break;
    const { el, style, box, parent } = entry;
    if (!parent || page.beyond.has(entry) || found.some((other) => other.parent === parent || other.el.contains(el))) continue;
    const out = Math.round(box.right - innerRight(parent));
    if (out > 2 && canSpill(entry) && hasContent(entry, page)) {
      const { display } = parent.style;
      const item = /grid|flex/.test(display) ? ` (an item of this ${display}: minmax(0, 1fr) or min-width: 0 lets it shrink)` : '';
      found.push({ kind: 'overflow', weight: 75, el, parent, what: `is ${out} px wider than ${selectorOf(parent.el)}${item}` });
    } else if (runsOut(entry)) {
      found.push({ kind: 'overflow', weight: 72, el, what: `its text runs ${runsOut(entry)} px out of its box` });
    }
  }
  return found;
}

export function innerRight({ box, style }) {
  return box.right - parseFloat(style.paddingRight) - parseFloat(style.borderRightWidth);
}

export function canSpill({ el, style, parent }) {
  if (!['static', 'relative'].includes(style.position) || style.display.startsWith('inline') || style.display.startsWith('table-')) return false;
  if (style.float !== 'none' || parent.style.overflowX !== 'visible' || parent.style.display === 'contents') return false;
  if (parent.el === document.documentElement || parent.style.display.startsWith('inline') || el.localName === 'legend') return false;
  const shifted = style.position === 'relative' && (parseFloat(style.left) || parseFloat(style.right));
  return !shifted && style.transform === 'none' && parseFloat(style.marginLeft) >= 0 && parseFloat(style.marginRight) >= 0;
}

export function hasContent(entry, page) {
  const says = (other) => isControl(other.el) || textRects(other).length > 0;
  return page.all.some((other) => entry.el.contains(other.el) && says(other));
}

/** By how many pixels a line of text leaves the block it stands in, to the right; 0 where it does not. */
export function runsOut(entry) {
  const { style, box, silent } = entry;
  if (silent || style.display === 'inline' || style.overflowX !== 'visible' || box.width < 2) return 0;
  if (style.display === 'contents' || parseFloat(style.textIndent) < 0) return 0;
  const out = Math.max(0, ...textRects(entry).map((line) => line.right - box.right));
  return out > 4 ? Math.round(out) : 0;
}

/** Words that are cut off by something around them that can not be scrolled. */
export function clippedText(page) {
  const found = [];
  for (const entry of page.all) {
    if (found.length >= 12) break;
    if (entry.silent) continue;
    const { style } = entry;
    const clip = style.overflowX === 'visible' && style.overflowY === 'visible' ? entry.clip : withOwn(entry);
    const lost = cutOf(textRects(entry), clip, parseFloat(style.fontSize));
    if (!lost || isMeant(lost.owner, entry) || found.some((other) => other.owner === lost.owner)) continue;
    const by = lost.owner === entry ? 'its own box' : selectorOf(lost.owner.el);
    const what = `its text is cut off by ${by} (${lost.px} px ${lost.side})`;
    found.push({ kind: 'clipped', weight: 80, el: entry.el, owner: lost.owner, what });
  }
  return found;
}

export function withOwn(entry) {
  const { box, style, clip } = entry;
  if (style.display === 'inline') return clip;
  const side = (at, value, old, less) => {
    if (value === 'visible') return old;
    const own = { at, owner: entry, scrolls: ['auto', 'scroll'].includes(value) };
    return !old || (less ? at < old.at : at > old.at) ? own : old;
  };
  return {
    right: side(box.right, style.overflowX, clip.right, true), left: side(box.left, style.overflowX, clip.left, false),
    bottom: side(box.bottom, style.overflowY, clip.bottom, true), top: side(box.top, style.overflowY, clip.top, false),
  };
}

export function cutOf(lines, clip, size) {
  const { left, right, top, bottom } = clip;
  const seen = lines.filter((line) => !(right && line.left >= right.at) && !(left && line.right <= left.at));
  const isGone = (line) => (bottom && line.top >= bottom.at - 2) || (top && line.bottom <= top.at + 2);
  if (seen.length === 0 || lines.every(isGone)) return null;
  const most = (values) => Math.max(...values);
  const sides = [
    ['right', most(seen.map((line) => line.right - (right?.at ?? Infinity))), 3, right],
    ['left', most(seen.map((line) => (left?.at ?? -Infinity) - line.left)), 3, left],
    ['at the bottom', most(lines.map((line) => line.bottom - (bottom?.at ?? Infinity))), 0.3 * size, bottom],
    ['at the top', most(lines.map((line) => (top?.at ?? -Infinity) - line.top)), 0.3 * size, top],
  ];
  const cut = sides.find(([, px, allowed, by]) => px > allowed && by && !by.scrolls);
  return cut ? { side: cut[0], px: Math.round(cut[1]), owner: cut[3].owner } : null;
}

/** Cut on purpose: an ellipsis, a number of lines, a fade, something that slides or moves. */
export function isMeant(owner, entry) {
  for (let at = entry; at; at = at.parent) {
    const { style } = at;
    if (style.textOverflow === 'ellipsis' && style.overflowX !== 'visible') return true;
    if (style.webkitLineClamp !== 'none' || style.maskImage !== 'none' || style.willChange.includes('transform')) return true;
    if (at !== owner) continue;
    return style.scrollSnapType !== 'none' || isMoved(entry, owner) || /hidden|collapsed|sr-only|marquee|carousel/.test(at.el.className);
  }
  return false;
}

/** Fields and buttons that are cut off, or whose words do not fit into them. */
export function clippedFields(page) {
  const found = [];
  for (const entry of page.all) {
    const { el, box, clip, style } = entry;
    if (found.length >= 10 || !isControl(el) || box.width < 2 || el.localName === 'a') continue;
    const { right, left, bottom, top } = clip;
    const lost = [[right, box.right - right?.at], [left, left?.at - box.left], [bottom, box.bottom - bottom?.at], [top, top?.at - box.top]];
    const owner = lost.find(([side, px]) => side && !side.scrolls && px > 3)?.[0];
    if (owner && !isMoved(entry, owner.owner) && !isMeant(owner.owner, entry)) {
      found.push({ kind: 'clipped', weight: 82, el, what: `the ${el.localName} is cut off by ${selectorOf(owner.owner.el)}` });
    } else if (tooSmall(el, style)) {
      found.push({ kind: 'clipped', weight: 65, el, what: tooSmall(el, style) });
    }
  }
  return found;
}

/** In words, what does not fit into a field; '' where all does. */
export function tooSmall(el, style) {
  const untyped = ['checkbox', 'radio', 'range', 'color', 'file', 'submit', 'button', 'reset', 'image'];
  const typed = el.localName === 'input' && !untyped.includes(el.type);
  if (!typed && el.localName !== 'select' && el.localName !== 'textarea') return '';
  const room = (a, b) => parseFloat(style[a]) + parseFloat(style[b]);
  const high = el.clientHeight - room('paddingTop', 'paddingBottom');
  if (high < 0.85 * parseFloat(style.fontSize)) return `the ${el.localName} has ${Math.round(high)} px of height for text of ${style.fontSize}`;
  const own = ['number', 'date', 'time', 'month', 'datetime-local'].includes(el.type);
  if (el.localName === 'select') return el.multiple || el.size > 1 ? '' : optionCut(el, style, el.clientWidth - room('paddingLeft', 'paddingRight'));
  const text = own || el.readOnly ? el.value : el.value ? '' : el.placeholder;
  if (el.localName === 'textarea' || !text || style.textOverflow === 'ellipsis') return '';
  const less = Math.round(textWidth(text, style) - (el.clientWidth - room('paddingLeft', 'paddingRight')));
  return less > 3 ? `its text "${text.slice(0, 30)}" is ${less} px wider than the ${el.localName}` : '';
}

/** In words, the text of an option that the closed list cuts: the chosen one, else the longest. Its own arrow takes room too. */
export function optionCut(el, style, inner) {
  const wide = inner - (style.appearance === 'none' ? 0 : 14);
  const options = [...el.options].slice(0, 200).filter((option) => !option.hidden).map((option) => option.text.trim());
  const longest = options.reduce((most, text) => (text.length > most.length ? text : most), '');
  for (const [text, is] of [[el.selectedOptions[0]?.text.trim() ?? '', 'text'], [longest, 'option']]) {
    const less = text && style.textOverflow !== 'ellipsis' ? Math.round(textWidth(text, style) - wide) : 0;
    if (less > 3) return `its ${is} "${text.slice(0, 30)}" is ${less} px wider than the select`;
  }
  return '';
}

export function textWidth(text, style) {
  const pen = document.createElement('canvas').getContext('2d');
  pen.font = style.font;
  return pen.measureText(text).width + text.length * (parseFloat(style.letterSpacing) || 0);
}
