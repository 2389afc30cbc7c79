interface Explained {
  summary: string | null;
  rationale: string | null;
  assumptions: readonly string[];
  files: readonly { sentence: string }[];
}

interface Words {
  assumed: string;
  files: string;
  noFile: string;
}

/**
 * An explanation in Markdown that begins with what is new to who reads it: `shown` stands beside it already, and so do the
 * assumptions where they are left out.
 */
export function explained({ summary, rationale, assumptions, files }: Explained, words: Words, shown: readonly string[]): string {
  const fresh = [rationale, summary].filter((text): text is string => Boolean(text) && !shown.some((other) => isSame(other, text ?? "")));
  const assumed = assumptions.filter((one) => !shown.includes(one));
  return [
    ...fresh,
    ...(assumed.length > 0 ? [`**${words.assumed}**`, list(assumed)] : []),
    `**${words.files}**`,
    files.length > 0 ? list(files.map(({ sentence }) => sentence)) : words.noFile,
  ].join("\n\n");
}

function list(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join("\n");
}

/** The same words, also where the other was cut. */
function isSame(other: string, text: string): boolean {
  const cut = other.trim().replace(/…$/, "");
  return cut.length < other.trim().length ? text.trim().startsWith(cut) : text.trim() === cut;
}
