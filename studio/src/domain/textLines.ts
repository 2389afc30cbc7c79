/** The longest text that is compared line by line; a longer one is shown as what went and what came. */
const LINES_MOST = 400;

/** What became of a text, as the lines of a patch: `-` went, `+` came, ` ` stayed. */
export function textLines(before: string | null, after: string | null): string[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  if (old.length > LINES_MOST || now.length > LINES_MOST) return [...old.map((line) => `-${line}`), ...now.map((line) => `+${line}`)];
  const same = table(old, now);
  const lines: string[] = [];
  let to = 0;
  old.forEach((line, at) => {
    while (to < now.length && now[to] !== line && cell(same, at, to + 1) > cell(same, at + 1, to)) lines.push(`+${now[to++]}`);
    if (now[to] !== line) lines.push(`-${line}`);
    else lines.push(` ${now[to++]}`);
  });
  return [...lines, ...now.slice(to).map((line) => `+${line}`)];
}

/** The header of a patch's only place, from its lines. */
export function headerOf(lines: readonly string[]): string {
  const count = (sign: string) => lines.filter((line) => !line.startsWith(sign)).length;
  return `@@ -1,${count("+")} +1,${count("-")} @@`;
}

function linesOf(text: string | null): string[] {
  return text ? text.split("\n") : [];
}

/** How many lines two texts share from each pair of places on. */
function table(old: readonly string[], now: readonly string[]): number[][] {
  const rows: number[][] = Array.from({ length: old.length + 1 }, () => Array.from({ length: now.length + 1 }, () => 0));
  for (let at = old.length - 1; at >= 0; at--) {
    for (let to = now.length - 1; to >= 0; to--) {
      const row = rows[at];
      if (row) row[to] = old[at] === now[to] ? cell(rows, at + 1, to + 1) + 1 : Math.max(cell(rows, at + 1, to), cell(rows, at, to + 1));
    }
  }
  return rows;
}

const cell = (rows: readonly (readonly number[])[], at: number, to: number) => rows[at]?.[to] ?? 0;
