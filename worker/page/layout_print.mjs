// Runs inside the page (see layout_view.mjs), shown as it is printed: text that paper hides, and content that is squeezed.

import { pinnedBy } from './layout_hits.mjs';
import { ancestors, colourOf, hex, over, ratioOf } from './layout_look.mjs';
import { selectorOf, textRects } from './layout_view.mjs';

/** Whether the page's styles say anything of paper. */
export function hasPrintStyles() {
  const names = (media) => /\bprint\b/.test(media?.mediaText ?? '');
  const inside = (rules, depth) => [...(rules ?? [])].some((rule) =>
    (rule.media && names(rule.media) && rule.cssRules?.length > 0) || (depth < 4 && rule.cssRules && inside(rule.cssRules, depth + 1)));
  return [...document.styleSheets, ...document.adoptedStyleSheets].slice(0, 60).some((sheet) => {
    try {
      return names(sheet.media) || inside(sheet.cssRules, 0);
    } catch {
      return false; // one of another origin
    }
  });
}

/** What lies behind the element on paper: browsers print no backgrounds, unless the page asks for exact colours. */
export function paperBehind(el, page) {
  const layers = [];
  for (const node of ancestors(el)) {
    const style = getComputedStyle(node);
    if (style.mixBlendMode !== 'normal' || ['img', 'video', 'canvas', 'svg'].includes(node.localName)) return null;
    if ((style.printColorAdjust ?? style.webkitPrintColorAdjust) !== 'exact') continue;
    if (style.backgroundImage !== 'none') return null;
    const colour = colourOf(style.backgroundColor, page);
    if (colour[3] > 0) layers.push(colour);
  }
  return layers.reduceRight((below, layer) => over(layer, below), [255, 255, 255, 1]);
}

/** Whether a picture or a text that is printed lies under the middle of the element, so that its colour says little. */
export function isOverPicture({ el }, box) {
  const stack = document.elementsFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return stack.slice(Math.max(0, stack.indexOf(el))).some((other) => ['img', 'video', 'canvas', 'svg'].includes(other.localName));
}

/** Whether a text lies outside of what is printed, as a link that only the keyboard brings in. */
export function isOffPaper({ left, right, bottom }, el) {
  // What is fixed does not scroll: on a page that was scrolled it is as far out as before.
  const above = pinnedBy(el) ? bottom : bottom + window.scrollY;
  return right <= 0 || above <= 0 || left >= document.documentElement.scrollWidth;
}

/** Text that can hardly be seen on white paper, one finding for each colour. */
export function paleOnPaper(page) {
  const found = new Map();
  for (const entry of page.all) {
    const { el, style, opacity } = entry;
    const [line] = textRects(entry);
    if (!line || isOffPaper(line, el) || entry.silent || style.backgroundClip === 'text' || found.size >= 8) continue;
    const behind = paperBehind(el, page);
    if (!behind) continue;
    const [r, g, b, a] = colourOf(style.webkitTextFillColor, page);
    const ink = over([r, g, b, a * opacity], behind);
    if (ratioOf(ink, behind) >= 1.9 || isOverPicture(entry, line)) continue;
    const known = found.get(hex(ink));
    found.set(hex(ink), { el: known?.el ?? el, behind, count: (known?.count ?? 0) + 1 });
  }
  return [...found].map(([ink, { el, behind, count }]) => {
    const more = count > 1 ? `, and ${count - 1} more like it` : '';
    return { kind: 'print', weight: 84, el, what: `printed ${ink} on ${hex(behind)}${more}: backgrounds are not printed, give it a dark colour in @media print` };
  });
}

/** The only part of a grid or row that is printed, in a narrow column since the place of a hidden part is kept. */
export function squeezed(page) {
  const found = [];
  for (const { el, style, box } of page.all) {
    if (found.length >= 4 || !/grid/.test(style.display) || style.gridTemplateColumns.split(' ').length < 2) continue;
    const parts = [...el.children].map((child) => ({ child, style: getComputedStyle(child), box: child.getBoundingClientRect() }));
    const shown = parts.filter((part) => part.style.display !== 'none' && !['absolute', 'fixed'].includes(part.style.position) && part.box.height > 0);
    const hidden = parts.find((part) => part.style.display === 'none' && !['SCRIPT', 'STYLE', 'TEMPLATE'].includes(part.child.tagName));
    const widest = shown.toSorted((a, b) => b.box.width - a.box.width)[0];
    if (!hidden || !widest || widest.box.width > box.width * 0.6 || (widest.child.innerText ?? '').trim().length < 60) continue;
    if (shown.some((part) => part.box.left >= widest.box.right - 1 || part.box.right <= widest.box.left + 1)) continue;
    const what = `printed ${Math.round(widest.box.width)} px wide of ${Math.round(box.width)}: ${selectorOf(hidden.child)} is not printed, but its column is kept; give ${selectorOf(el)} one column in @media print`;
    found.push({ kind: 'print', weight: 88, el: widest.child, what });
  }
  return found;
}
