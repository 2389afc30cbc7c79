const ATTRIBUTE = /([^\s=>"'/]{1,100})(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+)))?/g;
const MAX_TAG = 2000;

/**
 * The `<name …>text</name>` elements of a page or a component, in order, in linear time:
 * `{attributes, index, start, text}` with `start` the offset of the text.
 */
export function elements(source, name) {
  const lower = lowerAscii(source);
  const found = [];
  for (let tag = nextTag(lower, name, 0); tag;) {
    const close = lower.indexOf(`</${name}`, tag.end);
    if (close === -1) break;
    found.push({
      attributes: read(source.slice(tag.index, tag.end)),
      index: tag.index,
      start: tag.end,
      text: source.slice(tag.end, close),
    });
    tag = nextTag(lower, name, close);
  }
  return found;
}

/** The same for tags without an end: `{attributes, index}`. */
export function tags(source, name) {
  const lower = lowerAscii(source);
  const found = [];
  for (let tag = nextTag(lower, name, 0); tag; tag = nextTag(lower, name, tag.end)) {
    found.push({ attributes: read(source.slice(tag.index, tag.end)), index: tag.index });
  }
  return found;
}

/** Letters outside ASCII can change their length with their case, and shift every place after them. */
const lowerAscii = (source) => source.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

function nextTag(lower, name, from) {
  for (let index = lower.indexOf(`<${name}`, from); index !== -1; index = lower.indexOf(`<${name}`, index + 1)) {
    const end = /[\s/>]/.test(lower[index + name.length + 1] ?? "") ? tagEnd(lower, index) : -1;
    if (end !== -1) return { index, end };
  }
  return null;
}

/** The offset after the `>` that is in no quotes, or -1. */
function tagEnd(lower, index) {
  let quote = "";
  for (let at = index; at < Math.min(lower.length, index + MAX_TAG); at += 1) {
    const char = lower[at];
    if (quote) quote = char === quote ? "" : quote;
    else if (char === ">") return at + 1;
    else if (char === '"' || char === "'") quote = char;
  }
  return -1;
}

function read(tag) {
  const attributes = {};
  for (const [, name, ...values] of tag.slice(tag.search(/[\s/>]/)).matchAll(ATTRIBUTE)) {
    attributes[name.toLowerCase()] ??= values.find((value) => value !== undefined) ?? "";
  }
  return attributes;
}
