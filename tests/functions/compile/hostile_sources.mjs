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
const OLDER_VITE = { "package.json": JSON.stringify({ dependencies: { vite: "6.4.6" } }) };
const CATALOG = { "package.json": JSON.stringify({ dependencies }) };

export const CASES = {
  "missing names of a package": {
    ...CATALOG,
    "src/a.ts": `import {${numbered(20_000, (index) => `n${index},`)}} from "lucide-react"; export default [${numbered(20_000, (index) => `n${index},`)}];`,
  },
  "missing names of a package passed on": {
    ...CATALOG,
    ...many(FILES, (index) => `src/f${index}.ts`, (row) =>
      numbered(4, (line) => `export {${numbered(60, (index) => `n${row}_${line}_${index},`)}} from "lucide-react";\n`)),
  },
  "more names than a project exports": many(FILES, (index) => `src/f${index}.ts`, (row) =>
    numbered(20, (line) => `export {${numbered(60, (index) => `n${row}_${line}_${index},`)}} from "./f0";\n`)),
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
  "JSX in all files that are named as JavaScript": {
    ...OLDER_VITE,
    "vite.config.js": "export default { esbuild: { loader: 'jsx', include: [/a.*q/, /.*a.*q/, '**/**/*a*.q', /\\.js$/], exclude: [] } };",
    ...many(FILES, (index) => `src/${"a".repeat(150)}${index}.js`, (index) => `export const a${index} = <p/>;\n${rows("a<b;", 500)}`),
  },
  "settings of JSX that refer to each other": {
    ...OLDER_VITE,
    "vite.config.js": `${numbered(800, (index) => `const a${index} = a${index + 1};`)} export default { ${rows("esbuild: a0, ", 3_000)} loader: 1 };`,
    "src/a.js": "export const a = <p/>;",
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

const script = (text, markup = "<p/>") => `<script>\n${text}\n</script>\n${markup}`;
const setup = (text, markup = "<p/>") => `<script setup lang="ts">\n${text}\n</script>\n<template>${markup}</template>`;
const nested = (open, close, count) => open.repeat(count) + close.repeat(count);
const styled = (css, markup) => `${markup}<style>${css}</style>`;
const chain = (count, link, end) => numbered(count, link) + end;
const props = (count, link, end) => setup(`${chain(count, link, end)};defineProps<A0>()`);

/** Each takes a compiler of components more than its wall or its heap, most of them within a few hundred bytes. */
export const REFUSED = {
  "an intersection of itself twice": { "src/a.vue": props(26, (n) => `type A${n}=A${n + 1}&A${n + 1};\n`, "type A26={a:string}") },
  "a union of itself twice": { "src/a.vue": props(26, (n) => `type A${n}=A${n + 1}|A${n + 1};\n`, "type A26={a:string}") },
  "types that pick of one twice": { "src/a.vue": props(24, (n) => `type A${n}=Pick<A${n + 1}&A${n + 1},'a'>;\n`, "type A24={a:string}") },
  "types that are partial and required": { "src/a.vue": props(20, (n) => `type A${n}=Partial<A${n + 1}>&Required<A${n + 1}>;\n`, "type A20={a:string}") },
  "generic types that name one twice": { "src/a.vue": setup(`${chain(22, (n) => `type A${n}<T>=A${n + 1}<T>&A${n + 1}<T>;\n`, "type A22<T>={a:T}")};defineProps<A0<string>>()`) },
  "namespaces that name each other twice": { "src/a.vue": setup(`${numbered(26, (n) => `namespace N${n}{export type A=N${n + 1}.A&N${n + 1}.A}\n`)}namespace N26{export type A={a:string}};defineProps<N0.A>()`) },
  "types of another file that double": {
    "src/a.vue": setup('import type { A0 } from "./types"; defineProps<A0>()'),
    "src/types.ts": numbered(26, (n) => `export type A${n}=A${n + 1}&A${n + 1};\n`) + "export type A26={a:string};",
  },
  "types that are passed on and double": {
    "src/a.vue": setup('import type { B } from "./index"; defineProps<B>()'),
    "src/index.ts": 'export * from "./types"; export { A0 as B } from "./types";',
    "src/types.ts": numbered(26, (n) => `export type A${n}=A${n + 1}&A${n + 1};\n`) + "export type A26={a:string};",
  },
  "the texts of a template literal type": { "src/a.vue": setup(`type T=\`${"${'a'|'b'|'c'|'d'|'e'|'f'|'g'|'h'|'i'|'j'}".repeat(7)}\`;defineProps<{[K in T]:string}>()`) },
  "a template literal type of itself twice": { "src/a.vue": setup(`${chain(6, (n) => `type A${n}=\`\${A${n + 1}}\${A${n + 1}}\`;\n`, "type A6='a'|'b'")};defineProps<Record<A0,string>>()`) },
  "types of emitted events": { "src/a.vue": setup(`${chain(26, (n) => `type A${n}=A${n + 1}|A${n + 1};\n`, "type A26='a'")};defineEmits<{(e:A0):void}>()`) },
  "the type of a model": { "src/a.vue": setup(`${chain(26, (n) => `type A${n}=A${n + 1}|A${n + 1};\n`, "type A26=string")};defineModel<A0>()`) },
  "many models of a wide type": { "src/a.vue": setup(`type U=${numbered(300, (n) => `'a${n}'|`)}'z';${numbered(3000, (n) => `const m${n}=defineModel<U>('m${n}');\n`)}`) },
  "an object type again and again": { "src/a.vue": setup(`type A={${numbered(1000, (n) => `a${n}:string;`)}};defineProps<${"A&".repeat(1000)}A>()`) },
  "type assertions in each other": { "src/a.vue": setup(`x=${nested("<T>(", ")", 30)}`) },
  "less and less": { "src/a.vue": setup(`x=${"a<b,".repeat(2000)}c`) },
  "slots in slots": { "src/a.vue": `<template>${numbered(500, (n) => `<A v-slot="{a${n}}">`)}${"</A>".repeat(500)}</template>` },
  "two-way bindings": { "src/a.vue": `<template>${'<input v-model="a">'.repeat(4000)}</template>` },
  "elements of Vue in each other": { "src/a.vue": `<template>${nested("<div>", "</div>", 9000)}</template>` },
  "images of Vue": { "src/a.vue": `<template>${numbered(8000, (n) => `<img src="./a${n}.png">`)}</template>` },
  "end tags without a beginning": { "src/a.vue": `<template>${nested("<a>", "</b>", 4000)}</template>` },
  "derived values of each other": { "src/a.svelte": script(`let a0=$state(1);${numbered(4000, (n) => `let a${n + 1}=$derived(a${n});`)}`, "{a4000}") },
  "derived values of two others": { "src/a.svelte": script(`let a0=$state(1),a1=$state(1);${numbered(40, (n) => `let a${n + 2}=$derived(a${n}+a${n + 1});`)}`, "{a40}") },
  "constants of one twice": { "src/a.svelte": script(`const a0=1;${numbered(40, (n) => `const a${n + 1}=a${n}+a${n};`)}`, "{a40}") },
  "constants of one let": { "src/a.svelte": script(`const a0=1,${numbered(40, (n) => `a${n + 1}=a${n}+a${n},`)}b=1;`, "{a40}") },
  "constants of the markup": { "src/a.svelte": `{#if a}${numbered(40, (n) => `{@const a${n + 1}=a${n}+a${n}}`)}{a40}{/if}` },
  "choices of one three times": { "src/a.svelte": script(`const a0=1;${numbered(40, (n) => `const a${n + 1}=a${n}?a${n}:a${n};`)}`, "{a40}") },
  "a module with runes": { "src/a.svelte.ts": `let a0=$state(1);${numbered(4000, (n) => `let a${n + 1}=$derived(a${n});`)}` },
  "reactive statements": { "src/a.svelte": script(`let a0=1;${numbered(2000, (n) => `$: a${n + 1}=a${n}+a${n};`)}`, "{a2000}") },
  "classes and sibling selectors": { "src/a.svelte": styled(numbered(1500, (n) => `.a${n}~.b${n}{}`), numbered(1500, (n) => `<p class="a${n}"/>`)) },
  "one selector of many siblings": { "src/a.svelte": styled(`p${"~p".repeat(60)}{}`, "<p/>".repeat(4000)) },
  "one selector of many elements above": { "src/a.svelte": styled(`b div${" div".repeat(12)}{}`, nested("<div>", "</div>", 90)) },
  "rules in rules that double": { "src/a.svelte": styled(`${"p{& & {".repeat(12)}c:d${"}}".repeat(12)}`, "<p/>") },
  "lists of rules in each other": { "src/a.svelte": styled(`${"p,q{".repeat(19)}c:d${"}".repeat(19)}`, "<p/>") },
  "elements and rules in each other": { "src/a.svelte": styled(`${"div{".repeat(20)}c:d${"}".repeat(20)}`, nested("<div>", "</div>", 90)) },
  "neighbours in components": { "src/a.svelte": styled("b+p+p{}", "<A><p/></A>".repeat(512)) },
  "choices in one class": { "src/a.svelte": styled(".aa{}", `<p class="${"{b?'x':'y'}".repeat(30)}"/>`) },
  "a computed class and many selectors": { "src/a.svelte": styled(numbered(3000, (n) => `.a${n}{}`), `<p class={${"b?'x':".repeat(20)}'c'}/>`.repeat(150)) },
  "conditions in each other": { "src/a.svelte": nested("{#if a}", "{/if}", 2000) },
  "lists in each other": { "src/a.svelte": nested("{#each a as b}", "{/each}", 1500) },
  "promises in each other": { "src/a.svelte": nested("{#await a}", "{/await}", 1500) },
  "keys in each other": { "src/a.svelte": nested("{#key a}", "{/key}", 1500) },
  "one condition after another": { "src/a.svelte": `{#if a}${"{:else if a}".repeat(5000)}{/if}` },
  "components in each other": { "src/a.svelte": nested("<A>", "</A>", 2000) },
  "snippets": { "src/a.svelte": numbered(3600, (n) => `{#snippet a${n}(b)}{@render a${n + 1}(b)}{/snippet}`) },
  "attributes of one element": { "src/a.svelte": `<p ${numbered(8000, (n) => `a${n}={b} `)}/>` },
  "choices of arrow functions": { "src/a.svelte": script("", "").replace("<script>", '<script lang="ts">').replace("\n\n", `x=${"a?(b):(c)=>".repeat(400)}c`) },
  "many components of half a limit": many(60, (index) => `src/f${index}.svelte`, () => nested("{#if a}", "{/if}", 70)),
};

const TAILWIND = { "vite.config.ts": 'import tailwindcss from "@tailwindcss/vite"; export default { plugins: [tailwindcss()] };' };
const sheet = (css, words = "") => ({ ...TAILWIND, "src/main.tsx": `import "./a.css"; export const words = ${JSON.stringify(words)};`, "src/a.css": `@import "tailwindcss";\n${css}` });
const utilities = (count, link, end) => numbered(count, (n) => `@utility u${n}{${link(n)}}\n`) + `@utility u${count}{${end}}`;

/** Each makes Tailwind take more than a page's time: the page waits for its build. */
export const WAITING = {
  ...Object.fromEntries(["not", "group", "peer", "has", "in"].map((name) => [`a class of many ${name}-`, sheet("", `${`${name}-`.repeat(5000)}hover:p-4`)])),
  "a class of many parts": sheet("", `${"a-".repeat(5000)}b`),
  "a class of many variants": sheet("", `${"hover:".repeat(5000)}p-4`),
  "a range of classes": sheet('@source inline("p-{1..3000000}");'),
  "ranges of classes": sheet('@source inline("{1..200}-{1..200}-{1..200}");'),
  "choices of classes": sheet(`@source inline("${"{a,b}".repeat(24)}");`),
  "utilities that apply one twice": sheet(utilities(24, (n) => `@apply hover:u${n + 1} focus:u${n + 1};`, "a:b"), "u0"),
  "variants of one twice": sheet(`${numbered(24, (n) => `@custom-variant v${n}{@variant v${n + 1}{@slot;}@variant v${n + 1}{@slot;}}`)}@custom-variant v24{&:hover{@slot;}}`, "v0:p-4"),
  "a variant of many slots": sheet(`@custom-variant s{${"&{@slot;}".repeat(10)}}`, `${"s:".repeat(8)}p-4`),
  "a variant of many selectors": sheet(`@custom-variant v (${"&:hover,".repeat(400)}a);`, "v:v:v:p-1"),
  "brackets in a class": { ...sheet(""), "src/w.html": `<p class="${"[".repeat(12000)}a${"]".repeat(12000)}:p-4">` },
  "lists of variants in each other": sheet(`a{${"@variant hover, focus{".repeat(16)}c:d${"}".repeat(16)}}`),
  "theme values of each other": sheet(`@theme{${numbered(3000, (n) => `--color-c${n}:var(--color-c${n + 1});`)}}`, "text-c0"),
  "sheets that import two each": {
    ...sheet('@import "./y0.css";'),
    ...many(22, (n) => `src/y${n}.css`, (n) => `@import "./y${n + 1}.css";@import "./y${n + 1}.css";`),
    "src/y22.css": "a{}",
  },
  "lists of rules in each other": sheet(`${"a,b{".repeat(20)}c:d${"}".repeat(20)}`),
  "values of a utility": sheet(`@utility u-*{${numbered(4000, (n) => `a${n}:--value(integer);`)}}`, "u-1"),
  "too many words": { ...sheet(""), ...many(20, (n) => `src/w${n}.html`, (row) => numbered(9000, (n) => `p-${row}${n} `)) },
};
