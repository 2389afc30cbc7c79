import assert from "node:assert/strict";
import { test } from "node:test";

import { compile, compileLoaded, PAGE } from "./support.mjs";

const COMPONENT = `import { useState } from "react";
export function App() {
  const [open, setOpen] = useState<boolean>(false);
  return (
    <div className="app" onClick={() => setOpen(!open && true)}>Hello</div>
  );
}
`;
const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escape = (text, signs = '&<>"') => text.replace(new RegExp(`[${signs}]`, "g"), (sign) => ENTITIES[sign]);
const SVELTE = '<script>let n = 1</script>\n<p class="a">{n}</p>\n';
const VUE = '<script setup>\nconst n = 1\n</script>\n<template><p class="a">{{ n }}</p></template>\n';

const errors = ({ diagnostics }) => diagnostics.filter((item) => item.severity === "error");

for (const [path, text] of [
  ["src/App.tsx", escape(COMPONENT)],
  ["src/App.tsx", escape(COMPONENT, "<>")],
  ["src/App.tsx", COMPONENT.replace(/<div.*<\/div>/, (tag) => escape(tag, "<>"))],
  ["src/App.tsx", COMPONENT.replace("=>", "=&gt;")],
  ["src/App.tsx", COMPONENT.replace("&&", "&amp;&amp;")],
  ["src/App.tsx", COMPONENT.replace('"react"', "&quot;react&quot;")],
  ["src/main.tsx", escape('import "./App";\nconsole.log("a" < "b");\n')],
  ["src/A.vue", escape(VUE)],
  ["src/A.svelte", escape(SVELTE)],
  ["index.html", escape(PAGE)],
]) {
  test(`an escaped file is named as one: ${path} ${JSON.stringify(text.slice(0, 40))}`, async () => {
    const loaded = path.endsWith(".html") || path === "src/main.tsx" ? compile : compileLoaded;
    const found = errors(await loaded({ [path]: text })).filter((item) => item.path === path);
    assert.notEqual(found.length, 0);
    assert.match(found[0].hint ?? "", /HTML-escaped.*&lt;/);
    assert.match(found[0].code, /SYNTAX/);
  });
}

for (const [path, text] of [
  ["src/App.tsx", "export const App = () => <p title=\"a &lt; b\">&lt;div&gt; &amp;&amp; &quot;</p>;\n"],
  ["src/a.ts", 'export const table = { "<": "&lt;", ">": "=&gt;", and: "&amp;&amp;" };\n'],
  ["src/A.vue", VUE.replace("{{ n }}", "&lt;b&gt;")],
  ["src/A.svelte", SVELTE.replace("{n}", "&lt;b&gt;")],
]) {
  test(`entities in a text are no fault: ${path}`, async () => {
    assert.deepEqual(errors(await compileLoaded({ [path]: text })), []);
  });
}

test("another fault in a file with entities keeps its own words", async () => {
  const text = "export const App = () => <p>&lt;div&gt;</p>;\nconst b = ;\n";
  const [fault] = errors(await compileLoaded({ "src/App.tsx": text }));
  assert.doesNotMatch(fault.hint ?? "", /HTML-escaped/);
});
