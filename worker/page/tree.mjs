// The accessibility tree as indented text: roles, names, values and states, without what says nothing.

const MOST_CHARS = 16_000;
const SILENT = new Set(['none', 'generic', 'InlineTextBox', 'LineBreak', 'RootWebArea', 'ListMarker']);
const STATES = ['checked', 'pressed', 'selected', 'expanded', 'disabled', 'invalid', 'required'];

export function treeText(nodes) {
  const known = new Map(nodes.map((node) => [node.nodeId, node]));
  const lines = [];
  let size = 0;
  const waiting = nodes.length > 0 ? [[nodes[0].nodeId, 0, '']] : [];
  while (waiting.length > 0 && size < MOST_CHARS) {
    const [id, depth, parent] = waiting.pop();
    const node = known.get(id);
    if (!node) continue;
    const line = shown(node, parent);
    if (line) {
      lines.push('  '.repeat(Math.min(depth, 20)) + line);
      size += lines.at(-1).length + 1;
    }
    const name = line ? (node.name?.value ?? '') : parent;
    const below = line ? depth + 1 : depth;
    for (const child of (node.childIds ?? []).toReversed()) waiting.push([child, below, name]);
  }
  const text = lines.join('\n');
  return text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS - 1)}…` : text;
}

function shown(node, parent) {
  const role = node.role?.value ?? '';
  const name = (node.name?.value ?? '').replace(/\s+/g, ' ').slice(0, 200);
  if (node.ignored || SILENT.has(role) || (role === 'StaticText' && name === parent.trim())) return '';
  const states = STATES.filter((state) => told(node, state)).map((state) => ` [${state}]`);
  const value = node.value?.value !== undefined && node.value.value !== name ? ` = ${JSON.stringify(String(node.value.value).slice(0, 100))}` : '';
  return `${role === 'StaticText' ? 'text' : role}${name ? ` ${JSON.stringify(name)}` : ''}${value}${states.join('')}`;
}

function told(node, state) {
  const value = node.properties?.find((property) => property.name === state)?.value?.value;
  return value !== undefined && value !== false && value !== 'false';
}
