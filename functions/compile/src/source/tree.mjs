import { zstdDecompressSync } from "node:zlib";

import { error, Refusal } from "../diagnostics.mjs";
import { MAX_FILES, MAX_PATH_CHARS, MAX_PATH_LEVELS, MAX_PROJECT_BYTES, MAX_TAR_BYTES } from "../limits.mjs";
import { isBinary } from "../paths.mjs";
import { readTar } from "./tar.mjs";

const decoder = new TextDecoder("utf-8", { fatal: true });
// Control characters and the backslash.
const FORBIDDEN = /[\u0000-\u001f\u007f\\]/;

/**
 * The project as `{files: Map<path, string | Uint8Array>, diagnostics}`.
 * A file that should be text and is not UTF-8 is a diagnostic and is kept as bytes.
 */
export function readTree(source) {
  if (source?.archive instanceof Uint8Array) return collect(readTar(decompress(source.archive)));
  if (isRecord(source?.files)) return collect(inlineEntries(source.files));
  throw new Refusal("SOURCE_INVALID", "source needs a url or a files object");
}

function collect(entries) {
  const tree = { files: new Map(), diagnostics: [], bytes: 0, folded: new Set() };
  for (const entry of entries) add(tree, entry);
  return { files: tree.files, diagnostics: tree.diagnostics };
}

function add(tree, { path, bytes }) {
  checkPath(path);
  const folded = path.toLowerCase();
  if (tree.folded.has(folded)) throw new Refusal("SOURCE_INVALID", `${path} occurs twice (or differs only in case)`);
  tree.folded.add(folded);
  tree.bytes += bytes.length;
  if (tree.folded.size > MAX_FILES) throw new Refusal("SOURCE_TOO_LARGE", `More than ${MAX_FILES} files`);
  if (tree.bytes > MAX_PROJECT_BYTES) throw new Refusal("SOURCE_TOO_LARGE", `More than ${MAX_PROJECT_BYTES} bytes`);
  tree.files.set(path, isBinary(path) ? bytes : decode(path, bytes, tree.diagnostics));
}

function checkPath(path) {
  const parts = path.split("/");
  const bad =
    path.length > MAX_PATH_CHARS ||
    parts.length > MAX_PATH_LEVELS ||
    FORBIDDEN.test(path) ||
    path !== path.normalize("NFC") ||
    !path.isWellFormed() ||
    parts.some((part) => part === "" || part === "." || part === "..") ||
    /^[A-Za-z]:/.test(path);
  if (bad) throw new Refusal("SOURCE_INVALID", `Not a path inside a project: ${JSON.stringify(path)}`);
}

function decode(path, bytes, diagnostics) {
  try {
    return decoder.decode(bytes);
  } catch {
    const line = lineOfBadByte(bytes);
    diagnostics.push(error("INVALID_UTF8", "The file is not valid UTF-8", { path, line }));
    return bytes;
  }
}

function lineOfBadByte(bytes) {
  const good = Buffer.from(bytes).toString("utf8");
  return good.slice(0, Math.max(good.indexOf("\ufffd"), 0)).split("\n").length;
}

function* inlineEntries(files) {
  for (const [path, text] of Object.entries(files)) {
    if (typeof text !== "string") throw new Refusal("SOURCE_INVALID", `${path} is not text`);
    yield { path, bytes: Buffer.from(text, "utf8") };
  }
}

function decompress(archive) {
  try {
    return zstdDecompressSync(archive, { maxOutputLength: MAX_TAR_BYTES });
  } catch (cause) {
    if (cause.code === "ERR_BUFFER_TOO_LARGE")
      throw new Refusal("SOURCE_TOO_LARGE", "The unpacked source is too large");
    throw new Refusal("SOURCE_INVALID", "The source is not a zstd archive");
  }
}

const isRecord = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
