import { MAX_DIAGNOSTICS, MAX_MESSAGE_CHARS } from "./limits.mjs";

const RANK = { error: 0, warning: 1, info: 2 };
const OPTIONAL = ["path", "line", "column", "hint"];

/** A source that is refused before it is compiled: carries its diagnostic, is caught in `runtime/answer.mjs`. */
export class Refusal extends Error {
  constructor(code, message, where = {}) {
    super(message);
    this.diagnostic = diagnostic("error", code, message, where);
  }
}

export function diagnostic(severity, code, message, where = {}) {
  const result = { severity, code, message: clip(message) };
  for (const key of OPTIONAL) {
    if (where[key] !== undefined && where[key] !== null) result[key] = where[key];
  }
  if (result.hint) result.hint = clip(result.hint);
  return result;
}

export const error = (code, message, where) => diagnostic("error", code, message, where);
export const warning = (code, message, where) => diagnostic("warning", code, message, where);

/** Errors first, then by place; equal ones once; at most MAX_DIAGNOSTICS with a note of what was left out. */
export function tidy(diagnostics) {
  const unique = [...new Map(diagnostics.map((item) => [JSON.stringify(item), item])).values()];
  unique.sort(byRankThenPlace);
  if (unique.length <= MAX_DIAGNOSTICS) return unique;
  const left = unique.length - MAX_DIAGNOSTICS;
  return [
    ...unique.slice(0, MAX_DIAGNOSTICS),
    diagnostic("info", "DIAGNOSTICS_TRUNCATED", `${left} more were left out`),
  ];
}

export const passes = (diagnostics) => !diagnostics.some((item) => item.severity === "error");

function byRankThenPlace(a, b) {
  return (
    RANK[a.severity] - RANK[b.severity] ||
    compare(a.path ?? "", b.path ?? "") ||
    (a.line ?? 0) - (b.line ?? 0) ||
    (a.column ?? 0) - (b.column ?? 0)
  );
}

const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

function clip(text) {
  const value = String(text);
  return value.length <= MAX_MESSAGE_CHARS ? value : `${value.slice(0, MAX_MESSAGE_CHARS - 1)}…`;
}
