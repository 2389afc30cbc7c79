import { readFileSync } from "node:fs";

// Every source is at its limit: 256 KiB a file, 400 files, 5 MiB. What is not linear in it exceeds the wall.
const BIG = 256 * 1024;
const FILES = 350;
const rows = (pattern, size = BIG) => pattern.repeat(Math.floor(size / pattern.length));
const numbered = (count, row) => Array.from({ length: count }, (_, index) => row(index)).join("");
const many = (count, path, text) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [path(index), text(index)]));
const VERBATIM = { "tsconfig.json": '{"compilerOptions":{"verbatimModuleSyntax":true}}' };
const bombs = (name) => numbered(40, (index) => `import {"${name}" as x${index}} from "./y";\n`);

const { dependencies } = JSON.parse(readFileSync(new URL("../../../shared/catalog/package.json", import.meta.url)));
const CATALOG = { "package.json": JSON.stringify({ dependencies }) };

export const CASES = {
  "missing names of a package": {
    ...CATALOG,
    "src/a.ts": `import {${numbered(20_000, (index) => `n${index},`)}} from "lucide-react"; export default [${numbered(20_000, (index) => `n${index},`)}];`,
  },
  "missing names of a package passed on": {
    ...CATALOG,
    ...many(FILES, (index) => `src/f${index}.ts`, (row) =>
      numbered(20, (line) => `export {${numbered(60, (index) => `n${row}_${line}_${index},`)}} from "lucide-react";\n`)),
  },
  "missing members of a package": {
    ...CATALOG,
    "src/a.ts": `import React from "react";\n${rows("React.abc;")}`,
    "src/b.ts": `import * as icons from "lucide-react";\n${numbered(20_000, (index) => `icons.n${index};`)}`,
  },
  "values that fit in no way": {
    ...many(20, (index) => `src/f${index}.css`, (row) =>
      numbered(400, (index) => `a{background:${"x(1)/2 a,".repeat(30)}${row}_${index};font:${"a b/1 ".repeat(40)}${row}_${index}}`)),
  },
  "declarations of every kind": {
    ...many(FILES, (index) => `src/f${index}.css`, (row) =>
      numbered(120, (index) => `a{grid-template:"a" 1fr/auto ${row}_${index};p${row}x${index}:1;marginn:1}@x${row}y${index};`)),
  },
  "default imports of packages": {
    ...CATALOG,
    "src/a.ts": numbered(7000, (index) => `import React${index} from "react";\n`),
    "src/b.ts": `${numbered(3000, (index) => `import React${index}, {\n`)}${rows("React0.x = 1;", BIG / 2)}`,
    "src/c.ts": numbered(5000, (index) => `import R${index}, { useState as u${index} } from "react";\n`),
  },
  "every file passes on a large package": {
    ...CATALOG,
    ...many(FILES, (index) => `src/f${index}.ts`, (index) =>
      `export * from "lucide-react";\nexport * from "./f${index + 1}";\nimport { House } from "lucide-react"; House();`),
    [`src/f${FILES}.ts`]: "export {};",
  },
  "an import's name that reads as a pattern": {
    "src/a.vue": `<script setup>\n${bombs("(x+x+)+y")}\n// ${"x".repeat(5000)}\n</script>`,
    "src/y.ts": "export {};",
  },
  "an import's name that is no pattern": {
    "src/a.vue": `<script setup>\n${bombs("(")}</script>`,
    "src/y.ts": "export {};",
  },
  "the name of a type that reads as a pattern": {
    ...VERBATIM,
    "src/a.ts": `import { x } from "./y";\nimport {"(x+x+)+y" as z} from "./y";`,
    "src/y.ts": `export type { "(x+x+)+y" };\n// ${"let x".repeat(1000)} const ${"x".repeat(5000)}`,
  },
  "style blocks of a Vue component": { "src/a.vue": rows("<style>a{}</style>") },
  "style blocks of a Svelte component": { "src/a.svelte": rows("<style>a{}</style>") },
  "style blocks with another language": { "src/a.svelte": rows('<style lang="scss">a{}</style>') },
  "style blocks that are wrong": { "src/a.vue": rows("<style>a{b</style>\n") },
  "scripts in the page": { "index.html": rows("<script type=module>let a</script>\n") },
  "scripts behind empty lines": { "index.html": rows("\n", BIG / 2) + rows("<script type=module>a;</script>", BIG / 2) },
  "links in the page": { "index.html": rows("<link rel=stylesheet href=x>") },
  "scripts with a source": { "index.html": rows("<script type=module src=/x></script>") },
  "white space where a name should stand": { "src/a.ts": `export function${" ".repeat(BIG - 20)}` },
  "white space behind many functions": { "src/a.ts": rows(`export function${" ".repeat(500)};`) },
  "errors of a component": { "src/a.vue": `<script>\nlet ${rows("a,", BIG / 2)}a;\n</script>` },
  "missing names of one module": {
    "src/a.ts": `import {${numbered(20_000, (index) => `n${index},`)}} from "./y";`,
    "src/y.ts": "export {};",
  },
  "missing names of one module in a component": {
    "src/a.vue": `<script>\n${numbered(5000, (index) => `import {n${index}} from "./y";\n`)}\n</script>`,
    "src/y.ts": "export {};",
  },
  "a chain of re-exports": {
    ...VERBATIM,
    ...many(FILES, (index) => `src/f${index}.ts`, (index) =>
      `export * from "./f${index + 1}";\n${numbered(500, (name) => `export const v${index}_${name} = 1;\n`)}`),
    [`src/f${FILES}.ts`]: "export {};",
  },
  "names asked of a chain of re-exports": {
    ...VERBATIM,
    ...many(FILES, (index) => `src/f${index}.ts`, (index) => `export * from "./f${index + 1}";`),
    [`src/f${FILES}.ts`]: "export {};",
    "src/a.ts": numbered(60, (row) => `import {${numbered(400, (index) => `n${row}_${index},`)}} from "./f0";\n`),
  },
  "imports beside a long configuration": {
    "vite.config.ts": `// ${"x".repeat(BIG - 40)}\nexport default {};`,
    "src/a.ts": numbered(8000, (index) => `import "./b${index}";\n`),
  },
  "imports beside many declared packages": {
    "package.json": JSON.stringify({ dependencies: many(9000, (index) => `p${index}`, () => "1.0.0") }),
    "src/a.ts": numbered(8000, (index) => `import "q${index}";\n`),
  },
  "imports beside many aliases": {
    "tsconfig.json": JSON.stringify({
      compilerOptions: { paths: many(5000, (index) => `@${index}/*`, () => ["./src/*"]) },
    }),
    "src/a.ts": numbered(8000, (index) => `import "@x${index}/a";\n`),
  },
  "imports beside many subpaths": {
    "package.json": JSON.stringify({ imports: many(5000, (index) => `#a${index}/*`, () => "./src/*") }),
    "src/a.ts": numbered(8000, (index) => `import "#b${index}";\n`),
  },
  "imports and nothing else": many(20, (index) => `src/f${index}.ts`, () => rows('import"./a";')),
  "configurations that name each other": Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [
      index ? `tsconfig.${index}.json` : "tsconfig.json",
      JSON.stringify({ extends: Array.from({ length: 60 }, (_, other) => `./tsconfig.${other}.json`) }),
    ]),
  ),
  "an alias of many targets": {
    "tsconfig.json": JSON.stringify({ compilerOptions: { paths: { "@/*": Array(20_000).fill("./no/*") } } }),
    "src/a.ts": numbered(5000, (index) => `import "@/a${index}";\n`),
  },
  "constants of a configuration that name each other": {
    "vite.config.ts": `${numbered(9, (index) => `const a${index} = ${rows(`a${index + 1} + `, 1900)}"x";\n`)}export default { resolve: { alias: { "@": a0 } } };`,
  },
  "aliases in aliases": { "vite.config.ts": rows("alias:{", 19_000) },
  "brackets of a configuration": { "vite.config.ts": `alias: ${rows("[f(`${g(", 19_000)}` },
  "a configuration of constants": { "vite.config.ts": `alias: a, ${rows("const a ", 19_000)}` },
  "comments of a configuration": { "vite.config.ts": `alias: a, ${rows("/*", 19_000)}` },
  "a long configuration": { "vite.config.ts": rows("alias: {a:'b'},") },
  "globs of many folders": many(20, (index) => `src/f${index}.ts`, () => rows("import.meta.glob('./a/*');")),
  "computed imports": many(20, (index) => `src/f${index}.ts`, () => rows("import(`./${")),
  "addresses in a stylesheet": { "src/a.css": `a{b:${rows("url(x)")}}` },
  "imports of a stylesheet": { "src/a.css": rows('@import "./x";\n') },
  "a stylesheet's selectors": { "src/a.css": rows("//a{}") },
};

// esbuild itself is slow here: the wall ends it, says so, and the next project has a compiler of its own.
export const BEYOND_US = {
  "errors on one line": { "src/a.ts": `let ${rows("a,")}a;` },
};
