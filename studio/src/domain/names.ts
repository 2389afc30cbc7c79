const WORDS = 5;
const MOST = 48;
const SMALL = new Set(["a", "an", "the", "please", "build", "make", "me", "my", "create", "i", "want", "need", "bitte", "bau", "baue", "mir", "eine", "einen", "ein"]);

/** A name for an app that a sentence asks for: its first words that say something. */
export function nameFrom(sentence: string): string {
  const words = sentence.split(/[^\p{L}\p{N}'-]+/u).filter(Boolean);
  const first = words.findIndex((word) => !SMALL.has(word.toLowerCase()));
  const name = words.slice(Math.max(first, 0)).slice(0, WORDS).join(" ").slice(0, MOST).trim();
  return name ? name.charAt(0).toUpperCase() + name.slice(1) : "New app";
}
