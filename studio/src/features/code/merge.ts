import { diff3Merge } from "node-diff3";

/** A place of a file: what both sides agree about, or where they changed the same lines. */
export type Part = { kind: "agreed"; lines: string[] } | { kind: "clash"; base: string[]; theirs: string[]; mine: string[] };
export type Choice = "mine" | "theirs" | "both";

const LINES_MOST = 5000;

/** Two versions of a text and what both came from, merged line by line. A very long one is a single place. */
export function merged(base: string, theirs: string, mine: string): Part[] {
  const [o, a, b] = [base, theirs, mine].map((text) => text.split("\n")) as [string[], string[], string[]];
  if (Math.max(o.length, a.length, b.length) > LINES_MOST) return [{ kind: "clash", base: o, theirs: a, mine: b }];
  return diff3Merge(a, o, b, { excludeFalseConflicts: true }).map(({ ok, conflict }): Part => {
    if (conflict) return { kind: "clash", base: conflict.o, theirs: conflict.a, mine: conflict.b };
    return { kind: "agreed", lines: ok ?? [] };
  });
}

/** The text that the choices give; a place without one is as the person wrote it. */
export function chosen(parts: readonly Part[], choices: readonly Choice[]): string {
  let clash = 0;
  return parts.flatMap((part) => (part.kind === "agreed" ? part.lines : linesOf(part, choices[clash++] ?? "mine"))).join("\n");
}

function linesOf({ theirs, mine }: Extract<Part, { kind: "clash" }>, choice: Choice): string[] {
  switch (choice) {
    case "mine":
      return mine;
    case "theirs":
      return theirs;
    case "both":
      return [...theirs, ...mine];
  }
}
