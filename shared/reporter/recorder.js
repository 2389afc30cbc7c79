// Writes down what a person does in the page, as the steps of an acceptance check: elements by role and accessible name.
// It changes nothing and keeps nothing back. What is typed into a field of passwords is not told.
const MOST_STEP_NAME = 200, MOST_TYPED = 300;
const DONE_ON = 'a[href], button, input, select, textarea, summary, [role]';
const FIELDS = { search: 'searchbox', number: 'spinbutton', range: 'slider', date: 'textbox', time: 'textbox' };
const SWITCHES = { checkbox: 'checkbox', radio: 'radio' };
const BUTTONS = { button: 'Button', submit: 'Submit', reset: 'Reset', image: 'Submit' };
const HEARD = new Set(['button', 'checkbox', 'combobox', 'link', 'menuitem', 'option', 'radio', 'switch', 'tab', 'treeitem']);

function stepRole(node) {
  const said = (node.getAttribute('role') || '').trim().split(/\s+/)[0];
  if (said) return said.startsWith('menuitem') ? 'menuitem' : said;
  switch (node.tagName) {
    case 'A': return 'link';
    case 'TEXTAREA': return 'textbox';
    case 'SELECT': return node.multiple || node.size > 1 ? 'listbox' : 'combobox';
    case 'INPUT': return SWITCHES[node.type] || (BUTTONS[node.type] ? 'button' : node.list ? 'combobox' : FIELDS[node.type] || 'textbox');
    default: return 'button';
  }
}

// The words of a part as a screen reader has them: pictures by their text, nothing that is hidden, no fields.
function spoken(node) {
  if (node.nodeType === 3) return node.data;
  if (node.nodeType !== 1 || /^(SCRIPT|STYLE|INPUT|SELECT|TEXTAREA)$/.test(node.tagName)) return '';
  if (node.hidden || node.getAttribute('aria-hidden') === 'true' || getComputedStyle(node).display === 'none') return '';
  const label = node.getAttribute('aria-label') || (node.tagName === 'IMG' && node.alt);
  if (label) return label;
  const apart = /^inline/.test(getComputedStyle(node).display) ? '' : ' ';
  return apart + [...node.childNodes].map(spoken).join('') + apart;
}

function stepName(node) {
  const by = (node.getAttribute('aria-labelledby') || '').split(/\s+/).map((id) => id && document.getElementById(id)).filter(Boolean);
  if (by.length) return cut(by.map(spoken).join(' '), MOST_STEP_NAME);
  const label = node.getAttribute('aria-label');
  if (label && label.trim()) return cut(label, MOST_STEP_NAME);
  const labels = node.labels ? [...node.labels].map(spoken).join(' ') : '';
  const own = BUTTONS[node.type] && node.tagName === 'INPUT' ? node.value || node.alt || BUTTONS[node.type] : '';
  const words = /^(INPUT|SELECT|TEXTAREA)$/.test(node.tagName) ? '' : spoken(node);
  return cut([labels, own, words, node.title, node.getAttribute('placeholder')].find((text) => text && text.trim()), MOST_STEP_NAME);
}

// `onStep(step)` is told each, in order.
function openRecorder({ onStep }) {
  let ending = null, typed = new WeakMap();

  const inPage = (event) => {
    const [node] = event.composedPath();
    return event.isTrusted && node && node.nodeType === 1 ? node : null;
  };
  const step = (what, node, text) => {
    const [role, name] = [stepRole(node), stepName(node)];
    if (name) onStep({ do: what, role, name, ...(text === undefined ? {} : { text }) });
  };
  const isField = (node) => node.tagName === 'TEXTAREA' || (node.tagName === 'INPUT' && !SWITCHES[node.type] && !BUTTONS[node.type] && node.type !== 'file');

  // A click counts for the nearest thing that does something; one on a label is followed by that on its field.
  function click(event) {
    const at = inPage(event), label = at && at.closest('label');
    let node = at && at.closest(DONE_ON);
    while (node && !HEARD.has(stepRole(node))) node = node.parentElement && node.parentElement.closest(DONE_ON);
    const elsewhere = label && label.control && label.control !== node && !label.contains(node);
    if (node && !elsewhere && !isField(node) && node.tagName !== 'SELECT' && node.type !== 'file') step('click', node);
  }

  function fill(node) {
    const text = node.type === 'password' ? 'a password' : node.value.slice(0, MOST_TYPED);
    if (typed.get(node) === node.value) return;
    typed.set(node, node.value);
    step('fill', node, text);
  }

  function change(event) {
    const node = inPage(event);
    if (!node) return;
    if (isField(node)) fill(node);
    else if (node.tagName === 'SELECT' && node.selectedOptions[0]) step('select', node, cut(node.selectedOptions[0].label, MOST_TYPED));
  }

  // Enter sends a form: what was typed before it comes first. A button that is pressed by a key is clicked.
  function key(event) {
    const node = inPage(event);
    if (!node || event.isComposing) return;
    if (event.key === 'Escape') onStep({ do: 'press', text: 'Escape' });
    else if (event.key === 'Enter' && isField(node) && node.tagName === 'INPUT') {
      fill(node);
      step('press', node, 'Enter');
    }
  }

  return {
    start() {
      if (ending) return;
      ending = new AbortController();
      typed = new WeakMap();
      const on = (name, act) => window.addEventListener(name, (event) => { try { act(event); } catch { /* the app goes on */ } }, { capture: true, signal: ending.signal });
      on('click', click);
      on('change', change);
      on('keydown', key);
    },
    stop() {
      if (ending) ending.abort();
      ending = null;
    },
  };
}
