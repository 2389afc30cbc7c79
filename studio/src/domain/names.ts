const MOST = 40;
/** Words that a wish begins with, and no name does. */
const BEFORE = new Set("a an the please build make me my create i want need bitte bau baue mach mir ich möchte will eine einen ein".split(" "));
/** What follows one of these says how the thing is, not what it is. */
const AFTER = new Set("with that which where who and so mit das die der und damit wo".split(" "));

/** A name for an app that a sentence asks for: what it is, without how it is. */
export function nameFrom(sentence: string): string {
  const clause = sentence.replace(/^[#\s]+/, "").split(/[,.;:!?\n(]|\s[-–—]\s/, 1)[0] ?? "";
  const words = clause.split(/[^\p{L}\p{N}'-]+/u).filter(Boolean);
  const first = words.findIndex((word) => !BEFORE.has(word.toLowerCase()));
  const named = first < 0 ? [] : upTo(words.slice(first));
  const name = fitting(named).join(" ").slice(0, MOST);
  return name ? name.charAt(0).toUpperCase() + name.slice(1) : "New app";
}

function upTo(words: string[]): string[] {
  const end = words.findIndex((word, at) => at > 0 && AFTER.has(word.toLowerCase()));
  return end < 0 ? words : words.slice(0, end);
}

/** As many whole words as there is room for. */
function fitting(words: string[]): string[] {
  let length = -1;
  return words.filter((word, at) => (length += word.length + 1) <= MOST || at === 0);
}
