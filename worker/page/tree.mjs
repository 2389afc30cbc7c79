// The accessibility tree as indented text: roles, names, values, states and where links lead, without what says nothing
// and without saying anything twice.

const MOST_CHARS = 16_000;
const MOST_CURRENT = 30;
const MOST_LEVELS = 1000;
const MOST_OPTIONS = 8;
const SILENT = new Set(['none', 'generic', 'InlineTextBox', 'LineBreak', 'RootWebArea', 'ListMarker', 'MenuListPopup']);
const STATES = ['focused', 'checked', 'pressed', 'selected', 'expanded', 'disabled', 'invalid', 'required'];
/** Roles whose name is what stands in them, and is not said again below. */
const OF_CONTENT = new Set([
  'button', 'link', 'heading', 'tab', 'cell', 'gridcell', 'columnheader', 'rowheader', 'option', 'menuitem', 'menuitemcheckbox',
  'menuitemradio', 'checkbox', 'radio', 'switch', 'treeitem', 'tooltip', 'LabelText', 'Caption', 'caption', 'DisclosureTriangle', 'row',
]);
/** Roles that are named by a part of them, which says the name itself. */
const GROUPS = new Set([
  'region', 'group', 'list', 'listitem', 'table', 'grid', 'article', 'form', 'navigation', 'dialog', 'alertdialog', 'figure', 'section',
  'columnheader', 'rowheader', 'cell', 'gridcell', 'row', 'tabpanel', 'complementary', 'radiogroup', 'menu', 'tablist', 'search',
]);

/** Roles that are nothing without words. */
const QUIET = new Set(['caption', 'Caption', 'Legend', 'Figcaption', 'paragraph', 'LabelText']);

/** Which elements say aria-current, by their DOM node: what they say. */
export async function currentOf(send) {
  const expression = `[...document.querySelectorAll('[aria-current]')].slice(0, ${MOST_CURRENT})`;
  const { result } = await send('Runtime.evaluate', { expression });
  const { result: entries } = await send('Runtime.getProperties', { objectId: result.objectId, ownProperties: true });
  const found = new Map();
  for (const { value } of entries.filter((entry) => /^\d+$/.test(entry.name) && entry.value.objectId)) {
    const { node } = await send('DOM.describeNode', { objectId: value.objectId });
    const said = node.attributes[node.attributes.indexOf('aria-current') + 1];
    if (said && said !== 'false') found.set(node.backendNodeId, said.slice(0, 20));
  }
  return found;
}

/** `current`: what elements say of aria-current; `origin` is left out of where links lead. */
export function treeText(nodes, current = new Map(), origin = '') {
  const page = { known: new Map(nodes.map((node) => [node.nodeId, node])), current, origin };
  const lines = nodes.length > 0 ? inShort(linesOf(nodes[0], { page, depth: 0, level: 0, above: '', content: '' })) : [];
  const kept = [];
  let size = 0;
  for (const { depth, text, words } of lines) {
    const line = `${'  '.repeat(Math.min(depth, 20))}${text}${words.map((word) => ` ${JSON.stringify(word)}`).join('')}`;
    size += line.length + 1;
    if (size > MOST_CHARS - 60) break;
    kept.push(line);
  }
  const left = lines.length - kept.length;
  return [...kept, ...(left > 0 ? [`[${left} more lines were left out]`] : [])].join('\n');
}

/** Without a label's text beside the field that it names; several options of a list in one line. */
function inShort(lines) {
  const found = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    const next = lines[at + 1];
    if (line.text.startsWith('LabelText') && next?.depth === line.depth && next.name && next.name === labelOf(line)) continue;
    const end = line.text.startsWith('option') ? endOfOptions(lines, at) : at + 1;
    if (end - at < 4) found.push(...lines.slice(at, end));
    else found.push(optionsOf(lines.slice(at, end)));
    at = end - 1;
  }
  return found;
}

const labelOf = ({ name, words }) => name || (words.length === 1 ? words[0] : '');

function endOfOptions(lines, from) {
  let end = from;
  while (lines[end]?.text.startsWith('option') && lines[end].depth === lines[from].depth && lines[end].words.length === 0) end += 1;
  return Math.max(end, from + 1);
}

/** The first names, and which is selected: the whole list is rarely what is looked at. */
function optionsOf(options) {
  const selected = options.filter(({ text }) => text.includes('[selected]')).map(({ name }) => JSON.stringify(name));
  const shown = options.slice(0, MOST_OPTIONS).map(({ name }) => name);
  const rest = options.length > shown.length ? `, the first ${shown.length}` : '';
  const chosen = selected.length > 0 ? ` (selected: ${selected.slice(0, 3).join(', ')})` : '';
  return { ...options[0], name: '', text: `${options.length} options${chosen}${rest}:`, words: shown };
}

/** The lines of a node and of what is below it. `content` is what the names around it have said of it already. */
function linesOf(node, at) {
  const role = node.role?.value ?? '';
  const name = (node.name?.value ?? '').replace(/\s+/g, ' ').trim().slice(0, 200);
  if (role === 'StaticText') return node.ignored || !name || name === at.above || at.content.includes(name) ? [] : [textAt(at.depth, name)];
  const isSilent = node.ignored || SILENT.has(role);
  const content = node.value?.value ? String(node.value.value) : OF_CONTENT.has(role) && name ? name : at.content;
  const inside = isSilent ? at : { ...at, depth: at.depth + 1, above: name || at.above, content };
  const below = at.level > MOST_LEVELS ? [] : childrenOf(node, at.page).flatMap((child) => linesOf(child, { ...inside, level: at.level + 1 }));
  if (isSilent) return below;
  return withLine(node, role, name, below, at);
}

function withLine(node, role, name, below, at) {
  const own = below.filter((line) => line.depth === at.depth + 1);
  const repeats = GROUPS.has(role) && own.some((line) => line.name === name);
  const told = [named(role, repeats ? '' : name), valueOf(node), targetOf(node, role, at.page), ...statesOf(node, at.page)].filter(Boolean);
  const labelled = role === 'LabelText' ? below.filter((line) => !(line.isText && below.some((other) => !other.isText && other.name === line.name))) : below;
  const words = together(labelled);
  const isEmpty = told.length === 1 && told[0] === role;
  if (isEmpty && words.length === 0 && (at.content || QUIET.has(role))) return [];
  const line = { depth: at.depth, name, text: told.join(' '), words: [] };
  const only = isEmpty && words.length === 1 && words[0].isText;
  return only ? [{ ...line, text: `${role}:`, words: words[0].words }] : [line, ...words];
}

/** Texts that follow each other stand in one line. */
function together(lines) {
  const found = [];
  for (const line of lines) {
    const last = found.at(-1);
    if (last?.isText && line.isText && last.depth === line.depth) last.words.push(...line.words);
    else found.push(line.isText ? { ...line, words: [...line.words] } : line);
  }
  return found;
}

function textAt(depth, name) {
  return { depth, name, text: 'text', words: [name], isText: true };
}

function childrenOf(node, page) {
  return (node.childIds ?? []).map((id) => page.known.get(id)).filter(Boolean);
}

function named(role, name) {
  return name ? `${role} ${JSON.stringify(name)}` : role;
}

function valueOf(node) {
  const value = node.value?.value;
  return value === undefined || value === node.name?.value ? '' : `= ${JSON.stringify(String(value).slice(0, 100))}`;
}

function targetOf(node, role, { origin }) {
  const url = role === 'link' ? property(node, 'url') : undefined;
  return url ? `-> ${String(url).replace(origin, '').slice(0, 120)}` : '';
}

function statesOf(node, { current }) {
  const states = STATES.filter((state) => ![undefined, false, 'false'].includes(property(node, state))).map((state) => `[${state}]`);
  const said = current.get(node.backendDOMNodeId);
  return said ? [...states, `[current: ${said}]`] : states;
}

function property(node, name) {
  return node.properties?.find((one) => one.name === name)?.value?.value;
}
