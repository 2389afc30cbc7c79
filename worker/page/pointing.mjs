// The mouse: a click, a hover and a drag reach what a person's would, or say what is in the way.

import { setTimeout as pause } from 'node:timers/promises';
import { coverOf, middleOf } from './layout_hits.mjs';
import { isDisabled, isOnly, named, selectorOf, wordsOf } from './layout_view.mjs';

const KIT = [coverOf, isDisabled, isOnly, middleOf, named, selectorOf, wordsOf].map(String).join('\n');
const TRIES = 4;
const TRY_MS = 150;
const STEPS = 8;

/** Runs in the page: the point to press, and what covers it. A hidden checkbox is pressed at its label. */
function aim(node) {
  const el = node.nodeType === 1 ? node : node.parentElement;
  const box = el.getBoundingClientRect();
  const label = (box.width <= 1 || getComputedStyle(el).opacity === '0') && el.labels?.[0];
  const target = label || el;
  const at = middleOf(target);
  if (!at) return { hidden: true };
  const cover = coverOf(target, ...at);
  return { at, outside: cover === undefined, cover: cover ? named(cover) : '', disabled: isDisabled(el) };
}

/** Where a click on the node lands; an error in words when it would land elsewhere. What moves is waited for. */
async function aimAt(node, send) {
  await send('DOM.scrollIntoViewIfNeeded', node).catch(() => {}); // one without a box is told below
  const functionDeclaration = `function () { ${KIT}\n${aim}\nreturn aim(this); }`;
  let seen = { hidden: true };
  for (let tries = 0; tries < TRIES; tries++) {
    if (tries > 0) await pause(TRY_MS);
    const { result } = await send('Runtime.callFunctionOn', { ...node, functionDeclaration, returnByValue: true });
    seen = result.value ?? seen;
    if (!seen.hidden && !seen.cover && !seen.outside) return seen;
  }
  if (seen.hidden) throw new Error('The element is not visible.');
  if (seen.outside) throw new Error('The element lies outside the window, where nobody can click it.');
  throw new Error(`It is covered by ${seen.cover}: a click would go there.`);
}

export async function click(node, send) {
  const { at, disabled } = await aimAt(node, send);
  if (disabled) throw new Error('It is disabled.');
  await mouse('mouseMoved', at, send);
  await mouse('mousePressed', at, send);
  await mouse('mouseReleased', at, send);
}

export async function hover(node, send) {
  const { at } = await aimAt(node, send);
  await mouse('mouseMoved', at, send);
}

/** Press, move in steps, let go. What the page makes draggable is carried by the browser's own drag and drop. */
export async function drag(node, { away, node: onto }, send, listen) {
  const { at } = await aimAt(node, send);
  const end = away ? [at[0] + away[0], at[1] + away[1]] : await middle(onto, send);
  let carried = null;
  listen(({ method, params }) => method === 'Input.dragIntercepted' && (carried = params.data));
  await send('Input.setInterceptDrags', { enabled: true });
  await mouse('mouseMoved', at, send);
  await mouse('mousePressed', at, send);
  for (let step = 1; step <= STEPS && !carried; step++) {
    await mouse('mouseMoved', [0, 1].map((axis) => at[axis] + ((end[axis] - at[axis]) * step) / STEPS), send, true);
    await pause(20);
  }
  if (carried) {
    for (const type of ['dragEnter', 'dragOver', 'drop']) await send('Input.dispatchDragEvent', { type, x: end[0], y: end[1], data: carried });
  }
  await mouse('mouseReleased', end, send);
  await send('Input.setInterceptDrags', { enabled: false });
}

async function middle(node, send) {
  const functionDeclaration = `function () { ${middleOf}\nreturn middleOf(this.nodeType === 1 ? this : this.parentElement); }`;
  const { result } = await send('Runtime.callFunctionOn', { ...node, functionDeclaration, returnByValue: true });
  if (!result.value) throw new Error('The element to drag to is not visible.');
  return result.value;
}

function mouse(type, [x, y], send, held = false) {
  const button = type === 'mouseMoved' && !held ? 'none' : 'left';
  const buttons = held || type === 'mousePressed' ? 1 : 0;
  return send('Input.dispatchMouseEvent', { type, x, y, button, buttons, clickCount: type === 'mouseMoved' ? 0 : 1 });
}
