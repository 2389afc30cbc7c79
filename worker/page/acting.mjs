// What a person would do on the page, on an element found by its accessible name or by a CSS selector.

import { setTimeout as pause } from 'node:timers/promises';
import { click, drag, hover } from './pointing.mjs';
import { fill, press, select, type } from './typing.mjs';

const CLICKABLE = ['button', 'link', 'checkbox', 'radio', 'tab', 'menuitem', 'switch', 'option', 'combobox'];
const TYPEABLE = ['textbox', 'searchbox', 'combobox', 'spinbutton', 'slider', 'listbox', 'Date', 'DateTime', 'InputTime', 'ColorWell'];
const WORDS = ['StaticText', 'InlineTextBox', 'LabelText'];
const WAIT_MS = 5000;
const NOTHING = 'There is no such element on the page.';

/** Do one action; what became of it, as the report tells it. `listen` hears every event of the browser. */
export async function act(action, send, listen) {
  const did = described(action);
  try {
    const note = await (action.do === 'wait' ? waitFor(action, send) : perform(action, send, listen));
    return { did, ok: true, message: note ?? '' };
  } catch (error) {
    return { did, ok: false, message: String(error.message).slice(0, 300) };
  }
}

function described({ do: what, name, selector, text }) {
  const target = name === null ? (selector ?? '') : JSON.stringify(name);
  const said = text === null ? '' : JSON.stringify(text);
  const parts = { type: [said, 'into', target], fill: [target, 'with', said || '""'], select: [said, 'in', target], press: [said, target && 'on', target],
    drag: [target, 'to', said], wait: ['for', target, said] }[what] ?? [target];
  return [what, ...parts].filter(Boolean).join(' ').slice(0, 500);
}

async function perform(action, send, listen) {
  const targeted = action.name !== null || action.selector !== null;
  const found = targeted ? await find(action, send) : null;
  if (targeted && !found) throw new Error(await missing(action, send));
  await done(action, found && { objectId: found.objectId }, send, listen);
  return found?.alike > 1 ? `${found.alike} elements have this name; this was the first.` : '';
}

async function done(action, node, send, listen) {
  switch (action.do) {
    case 'click': return click(node, send);
    case 'hover': return hover(node, send);
    case 'drag': return drag(node, await destination(action.text, send), send, listen);
    case 'type': return type(node, action.text, send);
    case 'fill': return fill(node, action.text ?? '', send);
    case 'select': return select(node, action.text, send);
    case 'press': return press(node, action.text, send);
    default: throw new Error(`There is no action ${action.do}.`);
  }
}

/** Where a drag ends: so many pixels away, or at an element. */
async function destination(text, send) {
  const away = /^\s*(-?\d{1,4})\s*,\s*(-?\d{1,4})\s*$/.exec(text);
  if (away) return { away: [Number(away[1]), Number(away[2])] };
  const node = (await bySelector(text, send).catch(() => null)) ?? (await byName({ name: text, do: 'click' }, send));
  if (!node) throw new Error('There is no such element to drag to.');
  return { node: { objectId: node.objectId } };
}

function find(action, send) {
  return action.name === null ? bySelector(action.selector, send) : byName(action, send);
}

async function bySelector(selector, send) {
  const expression = `document.querySelector(${JSON.stringify(selector)})`;
  const { result, exceptionDetails } = await send('Runtime.evaluate', { expression });
  if (exceptionDetails) throw new Error('That is no valid CSS selector.');
  return result.objectId ? { objectId: result.objectId } : null;
}

/** An element of this name: one that fits the action, else any; its object, whatever DOM node it is. */
async function byName({ name, do: what }, send) {
  const { result } = await send('Runtime.evaluate', { expression: 'document' });
  const { nodes } = await send('Accessibility.queryAXTree', { objectId: result.objectId, accessibleName: name });
  const fitting = fittingFor(what);
  const usable = nodes.filter((node) => !node.ignored && node.backendDOMNodeId);
  const fits = usable.filter((node) => fitting.includes(node.role?.value));
  const found = fits[0] ?? usable.find((node) => fitting === CLICKABLE || !WORDS.includes(node.role?.value));
  if (!found) return null;
  const { object } = await send('DOM.resolveNode', { backendNodeId: found.backendDOMNodeId });
  return { objectId: object.objectId, alike: fits.length };
}

function fittingFor(what) {
  return ['type', 'fill', 'select'].includes(what) ? TYPEABLE : CLICKABLE;
}

/** That it is not there, and the names that hold the asked one. */
async function missing({ name, do: what }, send) {
  if (name === null) return NOTHING;
  const { nodes } = await send('Accessibility.getFullAXTree');
  const names = nodes.filter((node) => !node.ignored && fittingFor(what).includes(node.role?.value)).map((node) => String(node.name?.value ?? ''));
  const near = [...new Set(names)].filter((other) => other.toLowerCase().includes(name.toLowerCase())).slice(0, 4);
  return near.length > 0 ? `${NOTHING} There is: ${near.map((other) => JSON.stringify(other.slice(0, 60))).join(', ')}.` : NOTHING;
}

/** Until the element is there, or the text is; a second when neither was named. */
async function waitFor(action, send) {
  const named = action.name !== null || action.selector !== null;
  if (!named && action.text === null) return pause(1000);
  const until = Date.now() + WAIT_MS;
  do {
    if (named ? await isShown(await find(action, send), send) : await says(action.text, send)) return undefined;
    await pause(100);
  } while (Date.now() < until);
  throw new Error(`It did not appear within ${WAIT_MS / 1000} seconds.`);
}

async function isShown(node, send) {
  if (!node) return false;
  const functionDeclaration = 'function () { return (this.nodeType === 1 ? this : this.parentElement).checkVisibility({ visibilityProperty: true }); }';
  const { result } = await send('Runtime.callFunctionOn', { objectId: node.objectId, functionDeclaration, returnByValue: true });
  return result.value === true;
}

async function says(text, send) {
  const expression = `document.body?.innerText.includes(${JSON.stringify(text)}) === true`;
  const { result } = await send('Runtime.evaluate', { expression });
  return result.value === true;
}
