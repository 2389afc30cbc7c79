// Runs inside the page (see layout_view.mjs): controls that the browser draws in its own colour beside the app's.

import { colourOf } from './layout_look.mjs';
import { isControl, isDisabled } from './layout_view.mjs';

/** Hue in degrees of a colour that has one; null of a grey, which goes with every accent. */
export function hueOf([r, g, b, a]) {
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)];
  if (a < 0.9 || most - least < 70) return null;
  const turn = most === r ? (g - b) / (most - least) : most === g ? 2 + (b - r) / (most - least) : 4 + (r - g) / (most - least);
  return (turn * 60 + 360) % 360;
}

/** The hues of the app's own buttons and of what else is pressed and filled. */
export function accentHues(page) {
  const pressed = page.all.filter(({ el, box }) => isControl(el) && !isDisabled(el) && el.localName !== 'input' && box.width > 20);
  return pressed.map(({ style }) => hueOf(colourOf(style.backgroundColor, page))).filter((hue) => hue !== null);
}

/** Check boxes, radio buttons and sliders in the browser's blue, in an app whose buttons have another colour. */
export function unthemed(page) {
  const browsers = 212;
  const hues = accentHues(page);
  if (hues.length === 0 || hues.some((hue) => Math.abs(hue - browsers) < 25)) return [];
  const native = page.all.filter(({ el, style, opacity }) => el.localName === 'input' && ['checkbox', 'radio', 'range'].includes(el.type)
    && style.appearance !== 'none' && style.accentColor === 'auto' && opacity > 0.5 && el.offsetWidth > 8 && !isDisabled(el));
  if (native.length === 0) return [];
  const more = native.length > 1 ? `, and ${native.length - 1} more` : '';
  const what = `is drawn in the browser's own blue${more}, though the app's buttons are not: set accent-color`;
  return [{ kind: 'theme', weight: 28, el: native[0].el, what }];
}
