import { Refusal } from "../diagnostics.mjs";

const BLOCK = 512;
const FILE_TYPES = new Set(["0", "\0"]);
const decoder = new TextDecoder("utf-8", { fatal: true });

/** Yields `{path, bytes}` for each regular file; anything that is not a file or a folder is refused. */
export function* readTar(archive) {
  let offset = 0;
  let name = null;
  while (offset + BLOCK <= archive.length) {
    const header = archive.subarray(offset, offset + BLOCK);
    if (isZero(header)) return;
    const entry = readHeader(header);
    const body = archive.subarray(offset + BLOCK, offset + BLOCK + entry.size);
    if (body.length !== entry.size) throw malformed("an entry is cut short");
    offset += BLOCK + Math.ceil(entry.size / BLOCK) * BLOCK;
    if (entry.type === "x") name = paxPath(body) ?? name;
    else if (entry.type === "L") name = text(trimZero(body));
    else if (entry.type === "g") continue;
    else {
      const path = name ?? entry.path;
      name = null;
      if (FILE_TYPES.has(entry.type)) yield { path, bytes: body };
      else if (entry.type !== "5") throw new Refusal("SOURCE_INVALID", `${path}: links and devices are not allowed`);
    }
  }
  throw malformed("the end is missing");
}

function readHeader(block) {
  if (number(block, 148, 8) !== checksum(block)) throw malformed("a header has a wrong checksum");
  const prefix = isUstar(block) ? field(block, 345, 155) : "";
  const name = field(block, 0, 100);
  return {
    path: prefix ? `${prefix}/${name}` : name,
    size: number(block, 124, 12),
    type: String.fromCharCode(block[156]),
  };
}

const isUstar = (block) => Buffer.from(block.subarray(257, 263)).toString("latin1") === "ustar\0";

function checksum(block) {
  let sum = 0;
  for (let index = 0; index < BLOCK; index += 1) sum += index >= 148 && index < 156 ? 32 : block[index];
  return sum;
}

/** An octal field; base-256 numbers only occur for sizes far above our limits. */
function number(block, start, length) {
  const digits = field(block, start, length).trim();
  if (!/^[0-7]{1,11}$/.test(digits)) throw malformed("a number field is not octal");
  return Number.parseInt(digits, 8);
}

const field = (block, start, length) => text(trimZero(block.subarray(start, start + length)));

function trimZero(bytes) {
  const end = bytes.indexOf(0);
  return end === -1 ? bytes : bytes.subarray(0, end);
}

/** The `path` record of a pax header ("<length> path=<value>\n"), if it has one. */
function paxPath(body) {
  let rest = body;
  let path = null;
  while (rest.length) {
    const space = rest.indexOf(32);
    const length = space > 0 ? Number(text(rest.subarray(0, space))) : NaN;
    if (!Number.isInteger(length) || length <= space || length > rest.length) throw malformed("a pax record is broken");
    const record = text(rest.subarray(space + 1, length - 1));
    if (record.startsWith("path=")) path = record.slice(5);
    rest = rest.subarray(length);
  }
  return path;
}

function text(bytes) {
  try {
    return decoder.decode(bytes);
  } catch {
    throw malformed("a name is not UTF-8");
  }
}

function isZero(block) {
  for (const byte of block) if (byte !== 0) return false;
  return true;
}

const malformed = (why) => new Refusal("SOURCE_INVALID", `The source archive is malformed: ${why}`);
