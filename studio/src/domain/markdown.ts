const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;
const MOST = 8_000;
const DEEP = /^(?: {0,3}>[ \t]?){20,}|^[ \t]*(?:[-*+][ \t]+){20,}/m;
const LONGEST_LINE = 5_000;

/**
 * Markdown in blocks that can be drawn by themselves: cut at empty lines, never inside a fence or before an indented line (it
 * belongs to the item above). A block that would grow without end is cut at a line.
 */
export function blocksOfMarkdown(text: string): string[] {
  const blocks: string[] = [];
  let held: string[] = [];
  let size = 0;
  let fence: string | null = null;
  let gap = false;
  const close = () => {
    if (held.some((line) => line.trim())) blocks.push(held.join("\n").replace(/\n+$/, ""));
    held = [];
    size = 0;
  };
  for (const line of text.split("\n")) {
    const opens = FENCE.exec(line);
    const blank = line.trim() === "";
    if (fence === null && !blank && ((gap && /^\S/.test(line)) || size > MOST)) close();
    if (opens) {
      const [, mark = "", rest = ""] = opens;
      if (fence === null) fence = mark;
      else if (mark.startsWith(fence) && !rest.trim()) fence = null;
    }
    held.push(line);
    size += line.length + 1;
    gap = blank;
  }
  close();
  return blocks;
}

/** Whether a block is too long or too deep to be read as Markdown: then it is shown as it was written. */
export function isPlainOnly(block: string): boolean {
  return block.length > 4 * MOST || DEEP.test(block) || block.split("\n").some((line) => line.length > LONGEST_LINE);
}
