import { zstdCompressSync } from "node:zlib";

import { handler } from "../../../functions/compile/index.mjs";

export const PAGE = '<!doctype html>\n<div id="root"></div>\n<script type="module" src="/src/main.tsx"></script>\n';
const PACKAGES = JSON.stringify({
  dependencies: { react: "1.0.0", vue: "1.0.0", svelte: "1.0.0", tailwindcss: "1.0.0" },
});

/** A project of `files` around a page whose entry is src/main.tsx. */
export const project = (files) => ({
  "index.html": PAGE,
  "package.json": PACKAGES,
  "src/main.tsx": "export {};\n",
  ...files,
});

export const compile = async (files, more = {}) => await handler({ source: { files: project(files) }, ...more });

const LOADS = /^src\/.*(?<!main\.tsx|\.d\.ts)$/;

/** As `compile`, with a page that loads every file of src/. */
export const compileLoaded = async (files, more) => {
  const list = Object.keys(files).filter((path) => LOADS.test(path));
  const script = list.map((path) => `import "/${path}";`).join("");
  return await compile({ "index.html": `${PAGE}<script type="module">${script}</script>`, ...files }, more);
};

/** `code path:line:column` of each diagnostic of a severity. */
export const places = ({ diagnostics }, severity = "error") =>
  diagnostics
    .filter((item) => item.severity === severity)
    .map(
      ({ code, path, line, column }) =>
        `${code} ${[path, line, column].filter((part) => part !== undefined).join(":")}`,
    );

export const only = ({ diagnostics }, code) => {
  const found = diagnostics.filter((item) => item.code === code);
  if (found.length !== 1) throw new Error(`expected one ${code}, got ${JSON.stringify(diagnostics)}`);
  return found[0];
};

const BLOCK = 512;

/** A tar member; `header` overrides fields, so that tests can write what no tar program would. */
export function member(path, content = "", { type = "0", size, checksum } = {}) {
  const body = Buffer.from(content);
  const header = Buffer.alloc(BLOCK);
  header.write(path, 0, 100, "utf8");
  header.write("0000644\0", 100);
  header.write("0000000\0", 108);
  header.write("0000000\0", 116);
  header.write(`${(size ?? body.length).toString(8).padStart(11, "0")}\0`, 124);
  header.write("00000000000\0", 136);
  header.write("        ", 148);
  header.write(type, 156);
  header.write("ustar\x0000", 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(checksum ?? `${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return Buffer.concat([header, body, Buffer.alloc((BLOCK - (body.length % BLOCK)) % BLOCK)]);
}

/** A pax header that gives the next member its path. */
export function pax(path) {
  const record = ` path=${path}\n`;
  let length = Buffer.byteLength(record);
  while (String(length).length + Buffer.byteLength(record) !== length)
    length = String(length).length + Buffer.byteLength(record);
  return member("PaxHeader", `${length}${record}`, { type: "x" });
}

export const tar = (...members) => Buffer.concat([...members, Buffer.alloc(2 * BLOCK)]);
export const archive = (...members) => zstdCompressSync(tar(...members));
export const archiveOf = (files) => archive(...Object.entries(files).map(([path, content]) => member(path, content)));
