import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { test } from "node:test";

import { handler } from "../../../functions/compile/index.mjs";
import { WAITING } from "./hostile_sources.mjs";
import { archiveOf, project } from "./support.mjs";

const INDEX = {
  modules: {
    react: { file: "modules/react.js", chunks: ["chunks/a.js"] },
    vue: { file: "modules/vue.js", chunks: [] },
    "react/jsx-runtime": { file: "modules/react--jsx-runtime.js", chunks: ["chunks/a.js"] },
  },
  styles: { tailwindcss: "tailwindcss/index.css", "a-font": "a-font/index.css" },
  sheets: {
    "tailwindcss/index.css": "@layer theme, base, components, utilities; @tailwind utilities;",
    "a-font/index.css": '@font-face { font-family: A; src: url("packages:a-font/a.woff2"); }',
  },
};
const BASE = { files: "/", packages: "/@packages/x/" };
const CONFIG =
  'import tailwindcss from "@tailwindcss/vite";\nimport { defineConfig } from "vite";\nexport default defineConfig({ plugins: [tailwindcss()] });\n';

const DECLARED =
  "react react-dom vue svelte tailwindcss vite a-font left-pad constructor @tailwindcss/vite @tailwindcss/typography @vitejs/plugin-react @vitejs/plugin-legacy".split(" ");
const READY = JSON.parse(readFileSync(new URL("../../../shared/catalog/package.json", import.meta.url), "utf8"));
const PINS = { ...READY.dependencies, ...READY.devDependencies };
const MANIFEST = manifest({});

function manifest(other) {
  const versions = Object.fromEntries(DECLARED.map((name) => [name, (Object.hasOwn(INDEX.modules, name) && PINS[name]) || "1.0.0"]));
  return JSON.stringify({ dependencies: { ...versions, ...other } });
}

async function draw(files, env = {}) {
  const source = { files: project({ "vite.config.ts": CONFIG, "package.json": MANIFEST, ...files }) };
  return (await handler({ source, page: { packages: { index: INDEX }, base: BASE, env } })).page;
}

const waits = async (files, env) => (await draw(files, env)).waits ?? "";
const html = async (files, env) => {
  const page = await draw(files, env);
  assert.equal(page.waits, undefined);
  return page.html;
};

test("a project of another version than the bundled one waits for its build", async () => {
  const files = { "package.json": manifest({ react: "18.3.1" }), "src/main.tsx": 'import React from "react"; document.title = React.version;' };
  assert.match(await waits(files), /^react 18\.3\.1 comes with the build/);
});

test("a page holds its script, its style and an import map of what it imports", async () => {
  const page = await html({
    "src/main.tsx": 'import "./a.css"; import { useState } from "react"; console.log(useState, <b />);',
    "src/a.css": '@import "tailwindcss"; @import "a-font"; .mine { color: red }',
    "src/b.tsx": 'export const used = "p-[3px]";',
  });
  assert.match(page, /"react":"\/@packages\/x\/modules\/react.js"/);
  assert.match(page, /from"react"/);
  assert.match(page, /url\("?\/@packages\/x\/a-font\/a\.woff2/);
  assert.match(page, /\.p-\\\[3px\\\]/);
  assert.match(page, /<link rel="modulepreload" href="\/@packages\/x\/chunks\/a.js">/);
  assert.doesNotMatch(page, /src\/main\.tsx/);
});

test("a source that was just checked is not checked again for its page, and one that failed then is not shown", async () => {
  const sources = [{ "src/main.tsx": "console.log(1);" }, { "src/main.tsx": 'import "./gone";' }].map((files) =>
    archiveOf(project({ "vite.config.ts": CONFIG, "package.json": MANIFEST, ...files })),
  );
  const server = createServer((request, response) => response.end(sources[Number(request.url.slice(1))]));
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  const page = { packages: { index: INDEX }, base: BASE };
  try {
    for (const [number, ok] of [true, false].entries()) {
      const source = { url: `http://127.0.0.1:${server.address().port}/${number}` };
      const checked = await handler({ source });
      const drawn = await handler({ source, page });
      assert.deepEqual([checked.ok, drawn.ok], [ok, ok]);
      assert.ok(checked.timings.bundle !== undefined && drawn.timings.bundle === undefined);
      assert.equal(drawn.page.html === undefined, !ok);
      assert.match(drawn.page.waits ?? "", ok ? /^$/ : /does not compile: .*gone/);
    }
  } finally {
    server.close();
  }
});

test("code that style sheets name is never run, and its page waits", async () => {
  globalThis.ran = false;
  const evil = "globalThis.ran = true; export default {};";
  for (const css of ['@plugin "./evil.js";', '@config "./evil.js";', '@import "tailwindcss"; @plugin "@tailwindcss/typography";']) {
    const said = await waits({ "src/main.tsx": 'import "./a.css";', "src/a.css": css, "src/evil.js": evil, "evil.js": evil });
    assert.match(said, /a style sheet runs/, css);
  }
  assert.equal(globalThis.ran, false);
});

test("a build that is made otherwise is waited for", async () => {
  const configs = {
    "an own plugin": 'import mine from "./mine";\nexport default { plugins: [mine()] };',
    "another plugin": 'import legacy from "@vitejs/plugin-legacy";\nexport default { plugins: [legacy()] };',
    "options of a plugin": 'import react from "@vitejs/plugin-react";\nexport default { plugins: [react({ babel: {} })] };',
    define: "export default { define: { __X__: 1 } };",
    "css options": 'export default { css: { transformer: "lightningcss" } };',
    "a plugin in line": 'export default { plugins: [{ name: "x", transform(code) { return code; } }] };',
    "code loaded": 'const x = require("react"); export default x;',
  };
  for (const [name, text] of Object.entries(configs)) assert.match(await waits({ "vite.config.ts": text, "mine.ts": "export default () => ({});" }), /^vite\.config (?:uses|sets|loads)/, name);
  for (const path of ["postcss.config.js", "tailwind.config.ts", ".postcssrc"])
    assert.match(await waits({ [path]: "export default {};" }), /is run by the build/, path);
});

test("what only the build resolves is waited for", async () => {
  const sources = {
    glob: 'console.log(import.meta.glob("./*.ts"));',
    url: 'console.log(new URL("./a.png", import.meta.url));',
    worker: 'import W from "./w?worker"; new W();',
    "a package that is not in the catalog": 'import x from "left-pad"; console.log(x);',
    "a package without a module here": 'import x from "svelte"; console.log(x);',
    "a package by its insides": 'import x from "react/cjs/react.js"; console.log(x);',
    "a name of Object's": 'import x from "constructor"; console.log(x);',
  };
  for (const [name, text] of Object.entries(sources))
    assert.match(await waits({ "src/main.tsx": text, "src/w.ts": "" }), /build|not among the packages/, name);
  assert.match(await waits({ "src/main.tsx": 'import "./a.scss";', "src/a.scss": "$a: 1;" }), /preprocessor/);
});

test("what does not compile is not shown", async () => {
  assert.match(await waits({ "src/main.tsx": "const = 1;" }), /does not compile/);
  assert.match(await waits({ "src/main.tsx": 'import "./gone";' }), /does not compile/);
  assert.match(await waits({ "src/main.tsx": 'import "./a.css";', "src/a.css": '@import "gone";' }), /./);
});

test("a page has a bound", async () => {
  const large = `export const text = ${JSON.stringify("x".repeat(3_200_000))};`;
  assert.match(await waits({ "src/main.tsx": 'import { text } from "./large"; console.log(text);', "src/large.ts": large }), /too large/);
});

test("nothing in a source ends the script or the style it stands in", async () => {
  const page = await html({
    "src/main.tsx": 'import "./a.css"; console.log("</script><script>alert(1)</script>", "<!--");',
    "src/a.css": '.a::after { content: "</style><script>alert(2)"; }',
  });
  assert.equal(page.match(/<\/script/g).length, 1);
  assert.doesNotMatch(page, /<!--/);
  assert.doesNotMatch(page, /<\/script><script>alert/);
  assert.doesNotMatch(page, /<\/style><script>alert/);
});

test("a page with a content policy of its own waits", async () => {
  const page = '<!doctype html><meta http-equiv="Content-Security-Policy" content="script-src \'self\'"><script type="module" src="/src/main.tsx"></script>';
  assert.match(await waits({ "index.html": page }), /content policy/);
});

test("the app's own values stand where the build puts them", async () => {
  const files = { "src/main.tsx": "console.log(import.meta.env.VITE_TITLE, import.meta.env.PROD);" };
  assert.match(await html(files, { VITE_TITLE: "Salon </script>" }), /VITE_TITLE:"Salon <\\\/script>"|"Salon <\\\/script>"/);
});

test("addresses of files are from the root", async () => {
  const page = await html({
    "src/main.tsx": 'import "./deep/a.css"; import logo from "./logo.svg"; console.log(logo);',
    "src/logo.svg": "<svg/>",
    "src/deep/a.css": ".a { background: url(../logo.svg) } .b { background: url(/logo.svg) }",
  });
  assert.match(page, /url\("?\/src\/logo\.svg/);
  assert.match(page, /"\/src\/logo\.svg"/);
});

test("a component is drawn anew when a type it takes from another file changes, and when the file comes", async () => {
  const app = (props) => ({
    "src/main.tsx": 'import { createApp } from "vue"; import App from "./App.vue"; createApp(App).mount("#app");',
    "src/App.vue": '<script setup lang="ts">\nimport type { P } from "./p";\ndefineProps<P>();\n</script>\n<template><p /></template>',
    ...props,
  });
  const drawn = async (props) => (await draw(app(props))).html ?? "";
  assert.doesNotMatch(await drawn({}), /later/);
  assert.match(await drawn({ "src/p.ts": "export interface P { first: string }" }), /first/);
  assert.match(await drawn({ "src/p.ts": "export interface P { later: string }" }), /later/);
  assert.match(await drawn({ "src/p.ts": "export interface P { first: string }" }), /first/);
});

for (const [name, files] of Object.entries(WAITING))
  test(`waits for its build: ${name}`, async () => {
    assert.match(await waits(files), / (?:too (?:deep|many)|names the sources|more than once)/);
  });
