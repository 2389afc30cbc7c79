// The keyboard: text, keys, and fields that are filled or chosen from.

const KEYS = {
  Enter: 13, Tab: 9, Escape: 27, Backspace: 8, Delete: 46, Space: 32, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40,
  Home: 36, End: 35, PageUp: 33, PageDown: 34,
};
const MODIFIERS = { Alt: 1, Control: 2, Ctrl: 2, Meta: 4, Shift: 8 };
const MOST_KEYS = 30;

/** Text at the cursor; a line break at its end presses Enter. */
export async function type(node, text, send) {
  await send('DOM.focus', node);
  await send('Input.insertText', { text: text.replace(/\n$/, '') });
  if (text.endsWith('\n')) await key('Enter', send);
}

/** One or more keys, such as `Escape` or `Control+z ArrowDown Enter`; on what has the focus when there is no node. */
export async function press(node, text, send) {
  if (node) await send('DOM.focus', node);
  const names = text.trim() === '' ? ['Space'] : text.trim().split(/\s+/);
  if (names.length > MOST_KEYS) throw new Error(`At most ${MOST_KEYS} keys are pressed at once.`);
  for (const name of names) await key(name, send);
}

async function key(name, send) {
  const parts = name === '+' ? ['+'] : name.split(/\+(?=.)/);
  const last = parts.pop();
  const modifiers = parts.reduce((sum, part) => sum | (MODIFIERS[part] ?? 0), 0);
  const known = KEYS[last] ?? (/^F([1-9]|1[0-2])$/.test(last) ? 111 + Number(last.slice(1)) : 0);
  if (parts.some((part) => !MODIFIERS[part]) || (!known && [...last].length !== 1)) throw new Error(`There is no key ${name.slice(0, 40)}.`);
  const shown = last === 'Space' ? ' ' : last;
  const typed = last === 'Enter' ? '\r' : [...shown].length === 1 ? shown : '';
  const code = /^[a-z]$/i.test(last) ? `Key${last.toUpperCase()}` : /^\d$/.test(last) ? `Digit${last}` : last;
  const event = { key: shown, code, modifiers, windowsVirtualKeyCode: known || last.toUpperCase().charCodeAt(0) };
  const text = modifiers & ~MODIFIERS.Shift ? '' : typed;
  await send('Input.dispatchKeyEvent', { type: 'keyDown', ...event, ...(text && { text }) });
  await send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
}

/** Runs in the page: readies a field for its new value, or sets it where no typing can. */
function ready(el, text) {
  if (el.disabled) return 'It is disabled.';
  if (el.readOnly) return 'It can only be read.';
  const changed = () => ['input', 'change'].forEach((name) => el.dispatchEvent(new Event(name, { bubbles: true })));
  if (el.localName === 'input' && ['checkbox', 'radio', 'file', 'button', 'submit'].includes(el.type)) return 'It takes no text: click it.';
  if (el.localName === 'input' && ['date', 'time', 'month', 'week', 'datetime-local', 'color', 'range'].includes(el.type)) {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(el, text);
    if (text && !el.value) return `It takes no such value: ${el.type}.`;
    changed();
    return 'set';
  }
  if (typeof el.select === 'function') el.select();
  else if (el.isContentEditable) document.getSelection().selectAllChildren(el);
  else return 'It is no field.';
  return '';
}

/** Runs in the page: chooses an option by its words or its value. */
function choose(el, text) {
  if (el.localName !== 'select') return 'It is no select: click it, then its option.';
  if (el.disabled) return 'It is disabled.';
  const options = [...el.options];
  const option = options.find((one) => one.text.trim() === text.trim()) ?? options.find((one) => one.value === text);
  if (!option) return `It has no such option. It has: ${options.slice(0, 8).map((one) => one.text.trim()).join(', ')}`;
  if (option.disabled) return 'That option is disabled.';
  option.selected = true;
  ['input', 'change'].forEach((name) => el.dispatchEvent(new Event(name, { bubbles: true })));
  return '';
}

/** The field's whole value is `text` afterwards. */
export async function fill(node, text, send) {
  await send('DOM.focus', node);
  const said = await inPage(ready, node, text, send);
  if (said === 'set') return;
  if (said) throw new Error(said);
  if (text) await send('Input.insertText', { text });
  else await key('Delete', send);
  await inPage((el) => el.dispatchEvent(new Event('change', { bubbles: true })), node, '', send);
}

export async function select(node, text, send) {
  const said = await inPage(choose, node, text, send);
  if (said) throw new Error(said);
}

async function inPage(work, node, text, send) {
  const functionDeclaration = `function (text) { return (${work})(this, text); }`;
  const { result } = await send('Runtime.callFunctionOn', { ...node, functionDeclaration, arguments: [{ value: text }], returnByValue: true });
  return result.value;
}
