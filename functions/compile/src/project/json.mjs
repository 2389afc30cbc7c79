import { error } from "../diagnostics.mjs";
import { position } from "../scan/imports.mjs";

const TOKEN = /"(?:\\.|[^"\\\n])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\/|,(?=\s*[}\]])/g;

/** `{value}` or `{problem}`; with `comments`, line and block comments and trailing commas are allowed (tsconfig). */
export function parseJson(path, text, { comments = false } = {}) {
  const plain = comments ? relax(text) : text;
  try {
    return { value: JSON.parse(plain) };
  } catch (cause) {
    return { problem: error("JSON_INVALID", tidyMessage(cause.message), { path, ...place(cause.message, plain) }) };
  }
}

/** A record, or an empty one when it is anything else: configuration is read leniently. */
export const record = (value) => (typeof value === "object" && value !== null && !Array.isArray(value) ? value : {});

function relax(text) {
  const withoutComments = text.replace(TOKEN, (token) => (token[0] === "/" ? token.replace(/[^\n]/g, " ") : token));
  return withoutComments.replace(TOKEN, (token) => (token === "," ? " " : token));
}

function place(message, text) {
  const at = /position (\d+)/.exec(message);
  return position(text, at ? Number(at[1]) : text.trimEnd().length);
}

const tidyMessage = (message) => message.replace(/ in JSON at position.*$/s, "").replace(/, ?"[\s\S]*" is not valid JSON$/, "");
