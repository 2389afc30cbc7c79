const OPENING = new Set(["(", "[", "{"]);
const CLOSING = new Set([")", "]", "}"]);
const CAST = /(?:^|[^\w$)\]\s>])\s*(?:async\s*)?<[^<>(){};]{0,100}>\s*$/;
const LESS_RUN = /[\w$\]]\s*<[^<>()[\]{};=]{0,60}(?=,|<)/g;
const CHOICE = /\?(?![.?:])/g;
const ARROW_CHOICE = /\?\s*\(/g;
const TOKEN = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|`|[()[\]{}]/g;

/**
 * Measures a script in linear time, without a parser: `{depth, casts, choices}`.
 * `depth`: brackets inside each other. `casts`: those of them that follow `<T>`, where a parser of TypeScript tries a
 * cast and an arrow function, so that it reads what is inside twice for each level. `choices`: `a<b,` and `a ? (b) : c` in one
 * statement, each of which may be type arguments or an arrow function.
 */
export function measureScript(source) {
  const found = { depth: 0, casts: 0, choices: 0 };
  const stack = [];
  let casts = 0;
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(source); match; match = TOKEN.exec(source)) {
    const [token, at] = [match[0], match.index];
    if (token === "`" ? stack.at(-1) === "`" : CLOSING.has(token)) {
      casts -= Number(stack.pop() === "<");
      if (stack.at(-1) === "`") TOKEN.lastIndex = template(source, TOKEN.lastIndex);
    } else if (token === "`" || OPENING.has(token)) {
      const isCast = token === "(" && CAST.test(source.slice(Math.max(0, at - 120), at));
      casts += Number(isCast);
      stack.push(isCast ? "<" : token);
      if (token === "`") TOKEN.lastIndex = template(source, at + 1);
    }
    found.depth = Math.max(found.depth, stack.length);
    found.casts = Math.max(found.casts, casts);
  }
  for (const statement of source.split(/[;{}]/)) found.choices = Math.max(found.choices, choices(statement));
  return found;
}

const choices = (statement) => (statement.match(LESS_RUN)?.length ?? 0) + (statement.match(CHOICE)?.length ?? 0) + (statement.match(ARROW_CHOICE)?.length ?? 0);

/** The offset of the end of a template's literal part: at its backtick, or at the `{` of its next value. */
function template(source, from) {
  for (let at = from; at < source.length; at += 1) {
    if (source[at] === "\\") at += 1;
    else if (source[at] === "`" || (source[at] === "{" && source[at - 1] === "$")) return at;
  }
  return source.length;
}
