const WORD = /[\p{L}\p{N}]+/gu;
const WORDS_MOST = 24;

/** A text in parts, and which of them were looked for: whole words, in singular and plural as the search takes them. */
export function litParts(text: string, query: string): { text: string; lit: boolean }[] {
  const stems = new Set([...query.matchAll(WORD)].slice(0, WORDS_MOST).map(([word]) => stemOf(word)));
  const parts: { text: string; lit: boolean }[] = [];
  let at = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!stems.has(stemOf(word))) continue;
    if (index > at) parts.push({ text: text.slice(at, index), lit: false });
    parts.push({ text: word, lit: true });
    at = index + word.length;
  }
  if (at < text.length) parts.push({ text: text.slice(at), lit: false });
  return parts;
}

function stemOf(word: string): string {
  const small = word.toLocaleLowerCase();
  return small.length > 3 && /[^s]s$/.test(small) ? small.slice(0, -1) : small;
}
