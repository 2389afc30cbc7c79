import assert from "node:assert/strict";
import { test } from "node:test";

import { compile, compileLoaded, only, places } from "./support.mjs";

const PAGE = (body) => ({ "index.html": body });

for (const [path, text, place] of [
  ["src/a.ts", "const a = 1;\nconst b = ;", "2:11"],
  ["src/a.tsx", "export const A = <div;", "1:22"],
  ["src/a.js", "export const A = () => <p />;", "1:24"],
  ["src/a.mjs", "export { nope ;", "1:15"],
  ["src/a.ts", "const a = 1;\nconst a = 2;", "2:7"],
  ["src/a.ts", "const a = 1;\na = 2;\nexport {};", "2:1"],
  ["vite.config.ts", "export default {", "1:17"],
]) {
  test(`a syntax error has its place: ${text.split("\n").at(-1)}`, async () => {
    assert.deepEqual(places(await compileLoaded({ [path]: text })), [`SYNTAX_ERROR ${path}:${place}`]);
  });
}

test("JSX in a .js file says what to do", async () => {
  assert.match(only(await compile({ "src/a.js": "export const A = <p />;" }), "SYNTAX_ERROR").hint, /\.jsx/);
});

test("modern and TypeScript syntax passes", async () => {
  const text = [
    "enum E { A }",
    "const enum F { B }",
    "namespace N { export const x = 1; }",
    "declare global { interface Window { y: number } }",
    "abstract class C<T> { constructor(private readonly a: T) {} abstract m(): void }",
    "function f(): void;",
    "function f(a?: number): void {}",
    "const g = <T,>(x: T) => x satisfies T;",
    "const v = /[\\p{L}--[a-z]]/v;",
    "export type { E };",
    "using r = null;",
    "await Promise.resolve(E.A + F.B + N.x);",
    "console.log(C, f, g, v);",
  ].join("\n");
  assert.deepEqual(places(await compile({ "src/main.tsx": text })), []);
});

test("decorators follow tsconfig.json", async () => {
  const text = "function d(..._: unknown[]): any {}\nexport class A { constructor(@d private a: number) {} }";
  assert.deepEqual(places(await compileLoaded({ "src/a.ts": text })), ["SYNTAX_ERROR src/a.ts:2:30"]);
  assert.deepEqual(
    places(
      await compileLoaded({ "src/a.ts": text, "tsconfig.json": '{"compilerOptions": {"experimentalDecorators": true}}' }),
    ),
    [],
  );
});

test("declaration files are left to the type checker", async () => {
  assert.deepEqual(places(await compile({ "src/env.d.ts": 'export const x: number;\nimport "./nowhere";' })), []);
});

test("JSON errors have a place, in imported files and in configuration", async () => {
  const result = await compileLoaded({
    "src/a.json": '{"a": 1,\n}',
    "package.json": '{\n  "name": }',
    "tsconfig.json": '{"a" 1}',
    "other.json": "",
  });
  assert.deepEqual(places(result), [
    "PACKAGE_JSON_INVALID package.json:2:12",
    "JSON_INVALID src/a.json:1:8",
    "JSON_INVALID tsconfig.json:1:6",
  ]);
  assert.deepEqual(places(result, "warning"), ["JSON_INVALID other.json:1:1"]);
});

test("package.json may be any JSON value", async () => {
  for (const text of ["null", "[]", '"x"', '{"dependencies": []}', '{"dependencies": null}']) {
    assert.deepEqual(places(await compile({ "package.json": text, "src/main.tsx": 'import "react";' })).length, 1);
  }
});

test("the page must load a module that exists", async () => {
  assert.deepEqual(places(await compile(PAGE('<p></p>\n<div id="root"></div>'))), ["ENTRY_MISSING index.html"]);
  assert.deepEqual(places(await compile(PAGE('<p></p>\n<script type="module" src="/src/mian.tsx"></script>'))), [
    "ENTRY_UNRESOLVED index.html:2:1",
  ]);
  assert.deepEqual(places(await compile(PAGE('<!-- <script type="module" src="/src/main.tsx"></script> -->'))), [
    "ENTRY_MISSING index.html",
  ]);
  assert.deepEqual(places(await compile(PAGE('<script type="module" src="https://x.test/a.js"></script>'))), [
    "ENTRY_MISSING index.html",
  ]);
  const classic = await compile(PAGE('<script src="/src/main.tsx"></script>'));
  assert.deepEqual(
    [places(classic), places(classic, "warning")],
    [["ENTRY_MISSING index.html"], ["ENTRY_NOT_MODULE index.html:1:1"]],
  );
  assert.match(classic.diagnostics[0].hint, /type="module"/);
});

for (const body of ["<p>hello</p>", "<BODY><IMG src='a.png'></BODY>", "<title>No</title><body>7</body>"]) {
  test(`a page that needs no script: ${body}`, async () => {
    const result = await compile(PAGE(body));
    assert.deepEqual([places(result), places(result, "warning")], [[], ["ENTRY_MISSING index.html"]]);
  });
}

for (const body of ["<title>A name</title><body></body>", "<template>x</template><style>p{}</style><div></div>"]) {
  test(`a page that shows nothing: ${body}`, async () => {
    assert.deepEqual(places(await compile(PAGE(body))), ["ENTRY_MISSING index.html"]);
  });
}

const SECOND = '<p>Two</p><script type="module" src="./two.ts"></script><script type="module">\n import "./gone";\n</script>';

test("pages that vite.config names are judged by the places they have", async () => {
  const files = { "admin/index.html": SECOND, "about.html": '<script type="module" src="/src/gone.ts"></script>' };
  const config = "export default { build: { rollupOptions: { input: ['index.html', 'admin/index.html'] } } }";
  const named = await compile({ ...files, "vite.config.js": config });
  assert.deepEqual(places(named).sort(), ["ENTRY_UNRESOLVED admin/index.html:1:11", "LOCAL_IMPORT_UNRESOLVED admin/index.html:2:10"]);
  const all = await compile({ ...files, "vite.config.js": "export default { input: globSync('*.html') }" });
  assert.ok(places(all).includes("ENTRY_UNRESOLVED about.html:1:1"));
  assert.deepEqual(places(await compile(files)), []);
});

test("what a second page loads is looked into", async () => {
  const files = { "two.html": '<script type="module" src="/src/two.ts"></script>', "src/two.ts": "import './gone';" };
  const config = { "vite.config.ts": "export default { build: { rollupOptions: { input: { two: resolve(__dirname, 'two.html') } } } }" };
  assert.deepEqual(places(await compile({ ...files, ...config })), ["LOCAL_IMPORT_UNRESOLVED src/two.ts:1:9"]);
  assert.deepEqual(places(await compile(files)), []);
});

for (const body of [
  "<SCRIPT TYPE='module' SRC='/src/main.tsx'></SCRIPT>",
  '<script async src="src/main.tsx" type="module"></script>',
  "<script type=module src=/src/main.tsx></script>",
  '<script type="module" src="./src/main.tsx?v=1"></script>',
  '<script type="module">\nimport "/src/main.tsx";\n</script>',
  '<script data-a="a>b" type="module" crossorigin src="/src/main.tsx"></script>',
]) {
  test(`an entry in another spelling: ${body.split("\n")[0]}`, async () => {
    const result = await compile(PAGE(body));
    assert.deepEqual([places(result), result.graph["index.html"]], [[], ["src/main.tsx"]]);
  });
}

test("a module in the page is compiled at its place", async () => {
  assert.deepEqual(
    places(await compile(PAGE('<p></p>\n<script type="module">\n  import "./src/nope";\n  let let;\n</script>'))).at(
      -1,
    ),
    "SYNTAX_ERROR index.html:4:7",
  );
  assert.deepEqual(places(await compile(PAGE('<script type="module">\n  import "./src/nope";\n</script>'))), [
    "LOCAL_IMPORT_UNRESOLVED index.html:2:11",
  ]);
});

test("stylesheets are parsed and what they import is resolved", async () => {
  const result = await compileLoaded({
    "src/a.css": '@import "./no.css";\n@import "left-pad/x.css";\n.a {',
    "src/b.css": "}\n",
    "src/c.css": "// no comment\n.a { color: red; }",
    "src/d.css": '.a { color: red; }\n@import "./D2.css";',
    "src/d2.css": "",
  });
  assert.deepEqual(places(result), [
    "CSS_SYNTAX src/a.css:3:1",
    "CSS_SYNTAX src/b.css:1:1",
    "CSS_SYNTAX src/c.css:1:1",
    "IMPORT_CASE_MISMATCH src/d.css:2:1",
  ]);
  const clean = await compileLoaded({ "src/a.css": '@import "./no.css";\n@import "left-pad/x.css";' });
  assert.deepEqual(places(clean), ["LOCAL_IMPORT_UNRESOLVED src/a.css:1:1", "BARE_IMPORT_UNDECLARED src/a.css:2:1"]);
});

test("Tailwind's own language passes untouched", async () => {
  const css =
    '@import "tailwindcss" prefix(tw) source("../x");\n@theme inline { --color-a: oklch(0.9 0.1 20); }\n@utility b { @apply tw:flex; }\n@custom-variant dark (&:where(.dark, .dark *));\n@source "../no";\n@layer base { * { @apply tw:border; } }\n@variant dark { .c { color: --alpha(red / 50%); } }\n';
  const result = await compile({ "src/main.css": css });
  assert.deepEqual(result.diagnostics, []);
});

test("code named by a stylesheet is not run, only mentioned", async () => {
  globalThis.ranPlugin = false;
  const result = await compile({
    "src/a.css": '@plugin "./evil.js";\n@config "./gone.js";\n@plugin "@tailwindcss/typography";',
    "src/evil.js": "globalThis.ranPlugin = true; process.exit(3);",
  });
  assert.deepEqual([result.ok, globalThis.ranPlugin], [true, false]);
  assert.deepEqual(
    new Set(places(result, "warning").map((item) => item.split(" ")[0])),
    new Set(["CSS_CODE_DIRECTIVE", "LOCAL_IMPORT_UNRESOLVED", "BARE_IMPORT_UNDECLARED"]),
  );
});

test("a missing picture in a stylesheet is a warning, a data or remote one is nothing", async () => {
  const result = await compile({
    "src/a.css":
      ".a { background: url('./no.png'), url(data:image/png;base64,AAAA), url(https://x.test/a.png), url(#id), url(/ok.svg), url(ok.png?x#y); }",
    "public/ok.svg": "",
    "src/ok.png": "",
  });
  assert.deepEqual([result.ok, places(result, "warning")], [true, ["CSS_URL_UNRESOLVED src/a.css:1:6"]]);
  assert.deepEqual(result.graph["src/a.css"], ["public/ok.svg", "src/ok.png"]);
});

test("Sass is linked, not parsed", async () => {
  const result = await compile({
    "src/a.scss": '@use "./b";\n$x: 1; // fine\n.a { &:hover { .b & { x: $x } } }',
    "src/b.scss": "@mixin q { }",
  });
  assert.deepEqual([result.diagnostics, result.graph["src/a.scss"]], [[], ["src/b.scss"]]);
});

const vue = (text, more = {}) =>
  compile({
    "src/main.tsx": 'import App from "./App.vue";\nconsole.log(App);',
    "src/App.vue": text,
    "src/k.ts": "export const k = 1;\nexport interface P { a: number }",
    ...more,
  });

for (const [text, place] of [
  ["<template><div><p></div></template>", "VUE_SYNTAX src/App.vue:1:16"],
  ["<template>\n  <p>{{ a + }}</p>\n</template>", "VUE_SYNTAX src/App.vue:2:9"],
  ["<template>\n  <p v-else />\n</template>", "VUE_SYNTAX src/App.vue:2:3"],
  ['<script setup lang="ts">\nconst a: number = ;\n</script>', "VUE_SYNTAX src/App.vue:2:19"],
  ['<script setup lang="ts">\nconst p = defineProps<Nope>();\n</script>', "VUE_SYNTAX src/App.vue:2:23"],
  ["<script setup>\nimport { no } from './k';\nno();\n</script>", "EXPORT_NOT_FOUND src/App.vue:2:10"],
  ["<script>\nimport './no';\nexport default {};\n</script>", "LOCAL_IMPORT_UNRESOLVED src/App.vue:2:9"],
  ['<template>\n  <img src="./no.png">\n</template>', "LOCAL_IMPORT_UNRESOLVED src/App.vue:2:13"],
  ["<template><p /></template>\n<style scoped>\n.a {\n</style>", "CSS_SYNTAX src/App.vue:3:1"],
  ["", "VUE_SYNTAX src/App.vue"],
]) {
  test(`Vue: ${place} for ${JSON.stringify(text).slice(0, 60)}`, async () =>
    assert.deepEqual(places(await vue(text)), [place]));
}

for (const text of [
  '<script setup lang="ts">\nimport { k, type P } from "./k";\nconst p = defineProps<P>();\nconst m = defineModel<string>();\n</script>\n<template><p :class="{ a: (p.a as number) > 1 }" @click="(e: Event) => (m = String(e))">{{ k }}</p></template>\n<style scoped>.a { color: v-bind(m); }</style>',
  '<script lang="ts">\nimport { defineComponent } from "vue";\nexport default defineComponent({ data: () => ({ a: 1 as number }) });\n</script>\n<template><p>{{ a }}</p></template>',
  '<script setup lang="ts" generic="T">\ndefineProps<{ items: T[] }>();\n</script>\n<template><slot /></template>',
  '<script src="./options.ts"></script>\n<template><p /></template>',
  '<template lang="pug">p hello</template>\n<style lang="scss">$a: 1; // c\n</style>',
  '<script setup lang="ts">\nimport type { Config } from "vue";\ndefineProps<Config>();\n</script>\n<template><p /></template>',
]) {
  test(`Vue passes: ${JSON.stringify(text).slice(0, 60)}`, async () => {
    const result = await vue(text, { "src/options.ts": "export default {};" });
    assert.deepEqual(places(result), []);
  });
}

test("a type of another file is read anew when that file changes", async () => {
  const text =
    '<script setup lang="ts">\nimport type { P } from "./k";\ndefineProps<P>();\n</script>\n<template><p /></template>';
  assert.deepEqual(places(await vue(text)), []);
  assert.deepEqual(places(await vue(text, { "src/k.ts": "export interface Q { a: number }" })), [
    "VUE_SYNTAX src/App.vue:3:13",
  ]);
  assert.deepEqual(places(await vue(text)), []);
});

test("types imported without `type` in a component pass, whatever tsconfig says", async () => {
  const text =
    '<script setup lang="ts">\nimport { P, k } from "./k";\nconst p: P = { a: k };\n</script>\n<template>{{ p }}</template>';
  assert.deepEqual(
    places(await vue(text, { "tsconfig.json": '{"compilerOptions": {"verbatimModuleSyntax": true}}' })),
    [],
  );
});

const svelte = (text, more = {}) =>
  compile({
    "src/main.tsx": 'import App from "./App.svelte";\nconsole.log(App);',
    "src/App.svelte": text,
    "src/k.ts": "export const k = 1;\nexport type T = number;",
    ...more,
  });

for (const [text, place] of [
  ["{#each [1] as x}<p>{x}</p>", "SVELTE_SYNTAX src/App.svelte:1:1"],
  ["<script>\n  let a = ;\n</script>", "SVELTE_SYNTAX src/App.svelte:2:11"],
  ["<script>\n  let a = $state(1);\n  export let b;\n</script>{a}{b}", "SVELTE_SYNTAX src/App.svelte:3:3"],
  ["<script>\n  import { no } from './k';\n</script>\n{no}", "EXPORT_NOT_FOUND src/App.svelte:2:12"],
  [
    '<script lang="ts">\n  import { T } from "./k";\n  let a: T = 1;\n</script>{a}',
    "EXPORT_NOT_FOUND src/App.svelte:2:12",
  ],
  ["<script>\n  import './no';\n</script>", "LOCAL_IMPORT_UNRESOLVED src/App.svelte:2:11"],
]) {
  test(`Svelte: ${place} for ${JSON.stringify(text).slice(0, 60)}`, async () =>
    assert.deepEqual(places(await svelte(text)), [place]));
}

test("Svelte passes: runes, TypeScript, a module script, Sass", async () => {
  const text =
    '<script module lang="ts">\n  export const shared: number = 1;\n</script>\n<script lang="ts">\n  import { k, type T } from "./k";\n  let { a }: { a: T } = $props();\n  let b = $derived(a + k);\n</script>\n<button onclick={() => (a = b as number)}>{b}</button>\n<style lang="scss">\n  $c: red; // c\n</style>';
  const result = await svelte(text, { "src/use.ts": 'import { shared } from "./App.svelte";\nconsole.log(shared);' });
  assert.deepEqual(places(result), []);
  assert.deepEqual(result.exports["src/App.svelte"], ["shared", "default"]);
});

test("Svelte's advice is a warning", async () => {
  const result = await svelte('<img src="./a.png">');
  assert.deepEqual([result.ok, only(result, "SVELTE_WARNING").line], [true, 1]);
});

test("an enum in a component passes only when the project preprocesses scripts", async () => {
  const text = '<script lang="ts">\n  enum A { b }\n  console.log(A.b);\n</script>';
  assert.deepEqual(places(await svelte(text)), ["SVELTE_SYNTAX src/App.svelte:2:3"]);
  assert.equal(
    (await svelte(text, { "svelte.config.js": "export default { preprocess: vitePreprocess({ script: true }) };" })).ok,
    true,
  );
});

test("a module with runes is checked as one", async () => {
  const good = { "src/s.svelte.ts": "interface S { n: number }\nexport const s: S = $state({ n: 1 });\n" };
  assert.deepEqual(places(await compileLoaded(good)), []);
  const bad = { "src/s.svelte.ts": "interface S { n: number }\nexport const f = () => $state(1);\n" };
  assert.deepEqual(places(await compileLoaded(bad)), ["SVELTE_SYNTAX src/s.svelte.ts:2:24"]);
});

test("of a project on Svelte 4 only what does not parse is wrong: the compiler here is Svelte 5's", async () => {
  const older = { "package.json": '{"dependencies": {"svelte": "4.2.20"}}' };
  const table = "<table><tr><td>a</td></tr></table>";
  assert.deepEqual(places(await svelte(table)), ["SVELTE_SYNTAX src/App.svelte:1:8"]);
  const passed = await svelte(table, older);
  assert.deepEqual([passed.ok, places(passed), only(passed, "SVELTE_SYNTAX").severity], [true, [], "warning"]);
  assert.deepEqual(places(await svelte("{#each [1] as x}<p>{x}</p>", older)), ["SVELTE_SYNTAX src/App.svelte:1:1"]);
});
