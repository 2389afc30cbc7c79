import assert from "node:assert/strict";
import { test } from "node:test";

import { BEYOND_US, CASES, REFUSED } from "./hostile_sources.mjs";
import { compile, compileLoaded, only, places } from "./support.mjs";

test("a file that a compiler fails on is the one that is named", async () => {
  for (const path of ["src/a.vue", "src/b.svelte"]) {
    const deep = path.endsWith("vue") ? `<template>${"<div>".repeat(20_000)}</template>` : "{#if a}".repeat(20_000);
    const { diagnostics } = await compile({ [path]: deep });
    assert.deepEqual([...new Set(diagnostics.map((item) => item.path))], [path]);
  }
});

test("a source map that cannot be read is nothing to a stylesheet", async () => {
  const map = "/*# sourceMappingURL=data:application/json;base64,AAAA */";
  const styles = { "src/a.css": `a{b:c}\n${map}`, "src/a.vue": `<template><p /></template><style>a{b:c}\n${map}</style>` };
  assert.deepEqual(places(await compile(styles)), []);
});

for (const [name, files] of Object.entries(CASES))
  test(`bounded work: ${name}`, async (context) => {
    const started = performance.now();
    const codes = places(await compile(files)).map((place) => place.split(" ")[0]);
    context.diagnostic(`${Math.round(performance.now() - started)} ms: ${[...new Set(codes)]}`);
    assert.ok(!codes.includes("COMPILE_TIMEOUT") && !codes.includes("COMPILE_CRASHED"), `${[...new Set(codes)]}`);
  });

for (const [name, files] of Object.entries(REFUSED))
  test(`refused before it is compiled: ${name}`, async () => {
    const codes = places(await compileLoaded(files)).map((place) => place.split(" ")[0]);
    assert.ok(codes.length && codes.every((code) => code === "COMPILE_TOO_DEEP"), `${[...new Set(codes)]}`);
  });

test("a component that is refused names its file, its measure and the limit", async () => {
  const { message, path, hint } = only(await compileLoaded({ "src/a.svelte": "{#if a}".repeat(200) + "{/if}".repeat(200) }), "COMPILE_TOO_DEEP");
  assert.deepEqual([message, path], ["The file has 200 elements and blocks inside each other; at most 100 are compiled", "src/a.svelte"]);
  assert.ok(hint);
});

for (const [name, files] of Object.entries(BEYOND_US))
  test(`the wall ends: ${name}`, async () => {
    assert.deepEqual(places(await compile(files)), ["COMPILE_TIMEOUT "]);
    assert.deepEqual(places(await compile({})), []);
  });

test("a class name that Tailwind would not finish reading is refused where it is", async () => {
  const word = (count) => ({ "src/names.ts": `\nexport const a = \`${"not-".repeat(count)}hover:p-4\`;` });
  assert.deepEqual(places(await compile(word(5_000))), ["CLASS_TOO_DEEP src/names.ts:2"]);
  assert.deepEqual(places(await compile(word(8))), []);
  assert.deepEqual(places(await compile({ "src/names.ts": `export const a = "hover:${"group-has-".repeat(20)}focus:p-4";` })), ["CLASS_TOO_DEEP src/names.ts:1"]);
});

test("words with many dashes that are no classes stay, as does every word where there is no Tailwind", async () => {
  const packages = JSON.stringify({ dependencies: { react: "1.0.0" } });
  assert.deepEqual(places(await compile({ "src/a.ts": `export const key = "${"a1-b2-".repeat(2_000)}";` })), []);
  assert.deepEqual(places(await compile({ "package.json": packages, "src/a.ts": `export const a = "${"not-".repeat(50)}";` })), []);
});
