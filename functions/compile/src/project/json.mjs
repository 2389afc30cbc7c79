import { error } from "../diagnostics.mjs";
import { maskComments } from "../scan/mask.mjs";
import { position } from "../scan/places.mjs";

const STRING_OR_COMMA = /"(?:\\.|[^"\\\n]){0,1000}"|,(?=\s*[}\]])/g;

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

const relax = (text) => maskComments(text).replace(STRING_OR_COMMA, (token) => (token === "," ? " " : token));

function place(message, text) {
  const at = /position (\d+)/.exec(message);
  return position(text, at ? Number(at[1]) : text.trimEnd().length);
}

const tidyMessage = (message) =>
  message.replace(/ in JSON at position.*$/s, "").replace(/, ?"[\s\S]*" is not valid JSON$/, "");
