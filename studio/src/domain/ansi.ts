/** What a program printed, as spans with a meaning: colours become tones, whatever else a terminal would obey is left out. */

export type Tint = "plain" | "bad" | "ok" | "warn" | "accent" | "plum" | "muted";

export interface Span {
  text: string;
  tint: Tint;
  strong: boolean;
}

const TINTS: Record<number, Tint> = { 30: "plain", 31: "bad", 32: "ok", 33: "warn", 34: "accent", 35: "plum", 36: "accent", 37: "plain", 39: "plain", 90: "muted", 91: "bad", 92: "ok", 93: "warn", 94: "accent", 95: "plum", 96: "accent", 97: "plain" };
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const SEQUENCE = /\u001b(?:\[([0-9;:?<=>]*)[ -/]*([@-~])|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[PX^_][^\u001b]*(?:\u001b\\)?|[ -/]*[0-~])/g;
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** The lines, at most the last `most` of them, and how many were before. A line that was written over shows its last state. */
export function printed(output: string, most: number): { lines: Span[][]; before: number } {
  const all = output.replace(/\r\n/g, "\n").replace(/\n$/, "").split("\n");
  const before = Math.max(0, all.length - most);
  let style: Pick<Span, "tint" | "strong"> = { tint: "plain", strong: false };
  const lines = all.slice(before).map((line) => {
    const [spans, next] = spansOf(line.slice(line.lastIndexOf("\r", line.length - 2) + 1), style);
    style = next;
    return spans;
  });
  return { lines, before };
}

function spansOf(line: string, begin: Pick<Span, "tint" | "strong">): [Span[], Pick<Span, "tint" | "strong">] {
  const spans: Span[] = [];
  let style = begin;
  let at = 0;
  const add = (text: string) => {
    const seen = text.replace(CONTROL, "");
    if (seen) spans.push({ text: seen, ...style });
  };
  for (const found of line.matchAll(SEQUENCE)) {
    add(line.slice(at, found.index));
    at = found.index + found[0].length;
    if (found[2] === "m") style = styled(style, found[1] ?? "");
  }
  add(line.slice(at));
  return [spans, style];
}

function styled(style: Pick<Span, "tint" | "strong">, codes: string): Pick<Span, "tint" | "strong"> {
  let now = style;
  for (const code of codes.split(/[;:]/).map(Number)) {
    if (code === 0) now = { tint: "plain", strong: false };
    else if (code === 1) now = { ...now, strong: true };
    else if (code === 2) now = { ...now, tint: "muted" };
    else if (code === 22) now = { tint: now.tint === "muted" ? "plain" : now.tint, strong: false };
    else if (code === 38 || code === 48) return now;
    else now = { ...now, tint: TINTS[code] ?? now.tint };
  }
  return now;
}
