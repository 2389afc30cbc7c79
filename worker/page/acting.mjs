// Clicks and typing, on an element found by its accessible name or by a CSS selector.

const CLICKABLE = ['button', 'link', 'checkbox', 'radio', 'tab', 'menuitem', 'switch', 'option', 'combobox'];
const TYPEABLE = ['textbox', 'searchbox', 'combobox', 'spinbutton'];

/** Do one action; what became of it, as the report tells it. */
export async function act(action, send) {
  const target = action.name === null ? action.selector : JSON.stringify(action.name);
  const did = (action.do === 'type' ? `type ${JSON.stringify(action.text)} into ${target}` : `click ${target}`).slice(0, 500);
  try {
    const node = action.name === null ? await bySelector(action.selector, send) : await byName(action, send);
    if (!node) return { did, ok: false, message: 'There is no such element on the page.' };
    await (action.do === 'type' ? type(node, action.text, send) : click(node, send));
    return { did, ok: true, message: '' };
  } catch (error) {
    return { did, ok: false, message: String(error.message).slice(0, 300) };
  }
}

async function bySelector(selector, send) {
  const expression = `document.querySelector(${JSON.stringify(selector)})`;
  const { result, exceptionDetails } = await send('Runtime.evaluate', { expression });
  if (exceptionDetails) throw new Error('That is no valid CSS selector.');
  return result.objectId ? { objectId: result.objectId } : null;
}

async function byName({ name, do: what }, send) {
  const { result } = await send('Runtime.evaluate', { expression: 'document' });
  const { nodes } = await send('Accessibility.queryAXTree', { objectId: result.objectId, accessibleName: name });
  const fitting = what === 'type' ? TYPEABLE : CLICKABLE;
  const usable = nodes.filter((node) => !node.ignored && node.backendDOMNodeId);
  const found = usable.find((node) => fitting.includes(node.role?.value)) ?? usable[0];
  return found ? { backendNodeId: found.backendDOMNodeId } : null;
}

async function click(node, send) {
  await send('DOM.scrollIntoViewIfNeeded', node);
  const { quads } = await send('DOM.getContentQuads', node);
  const quad = quads.find((corners) => area(corners) > 0);
  if (!quad) throw new Error('The element is not visible.');
  const [x, y] = [0, 1].map((axis) => (quad[axis] + quad[axis + 2] + quad[axis + 4] + quad[axis + 6]) / 4);
  for (const kind of ['mouseMoved', 'mousePressed', 'mouseReleased']) {
    await send('Input.dispatchMouseEvent', { type: kind, x, y, button: kind === 'mouseMoved' ? 'none' : 'left', clickCount: 1 });
  }
}

function area([ax, ay, , , cx, cy]) {
  return Math.abs((cx - ax) * (cy - ay));
}

async function type(node, text, send) {
  await send('DOM.focus', node);
  await send('Input.insertText', { text: text.replace(/\n$/, '') });
  if (!text.endsWith('\n')) return;
  for (const kind of ['keyDown', 'keyUp']) {
    await send('Input.dispatchKeyEvent', { type: kind, key: 'Enter', code: 'Enter', text: kind === 'keyDown' ? '\r' : '', windowsVirtualKeyCode: 13 });
  }
}
