// Runs inside the page (see layout_view.mjs): controls that a keyboard reaches and nobody sees, since they have no size.

import { isDisabled, openModal } from './layout_view.mjs';

/** Buttons, links and fields of no size that are not hidden on purpose. */
export function sizeless() {
  const roles = ['button', 'link', 'tab', 'checkbox', 'radio', 'switch', 'menuitem', 'slider'].map((role) => `[role="${role}"]`);
  const controls = document.querySelectorAll(['button', 'a[href]', 'select', 'textarea', 'summary', 'input', ...roles].join());
  const modal = openModal();
  const found = [];
  for (const el of [...controls].slice(0, 1000)) {
    if (found.length >= 8) break;
    if ((modal && !modal.contains(el)) || hasSize(el) || isUnseenOnPurpose(el)) continue;
    const { width, height } = el.getBoundingClientRect();
    const what = `is ${Math.round(width)} x ${Math.round(height)} px: the keyboard reaches it and nobody sees it`;
    found.push({ kind: 'size', weight: 93, el, what });
  }
  return found;
}

/** Whether there is a place to press: its own box, what stands out of it, or what its styles lay over something. */
export function hasSize(el) {
  const isLarge = (rect) => rect.width >= 2 && rect.height >= 2;
  if ([...el.getClientRects()].some(isLarge)) return true;
  const style = getComputedStyle(el);
  if (style.overflowX !== 'visible' || style.overflowY !== 'visible') return false;
  const range = document.createRange();
  range.selectNodeContents(el);
  if ([...range.getClientRects()].some(isLarge)) return true;
  const parts = ['::before', '::after'].map((part) => getComputedStyle(el, part));
  return parts.some((part) => !['none', 'normal'].includes(part.content) && part.position === 'absolute');
}

/** Not shown, not to be reached, for screen readers only, folded away, moved, or pressed by its label. */
export function isUnseenOnPurpose(el) {
  if (!el.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || el.tabIndex < 0 || isDisabled(el)) return true;
  if (el.closest('[aria-hidden="true"]') || (['checkbox', 'radio', 'file'].includes(el.type) && el.labels?.length > 0)) return true;
  const box = el.getBoundingClientRect();
  if (box.right < 0 || box.bottom + window.scrollY < 0 || getComputedStyle(el).display === 'contents') return true;
  for (let node = el; node && node !== document.body; node = node.parentElement) {
    const style = getComputedStyle(node);
    if (style.transform !== 'none' || style.scale !== 'none') return true;
    const cuts = style.overflowX !== 'visible' || style.overflowY !== 'visible';
    const pinned = ['absolute', 'fixed'].includes(style.position);
    if (pinned && (cuts || style.clip !== 'auto' || style.clipPath !== 'none')) return true;
    if (node !== el && cuts && (node.offsetWidth <= 1 || node.offsetHeight <= 1)) return true;
  }
  return false;
}
