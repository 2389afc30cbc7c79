import assert from "node:assert/strict";
import { test } from "node:test";

import { BEYOND_US, CASES } from "./hostile_sources.mjs";
import { compile, places } from "./support.mjs";

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

for (const [name, files] of Object.entries(BEYOND_US))
  test(`the wall ends: ${name}`, async () => {
    assert.deepEqual(places(await compile(files)), ["COMPILE_TIMEOUT "]);
    assert.deepEqual(places(await compile({})), []);
  });
