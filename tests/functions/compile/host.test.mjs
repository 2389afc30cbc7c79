import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";

import { CompilerHost } from "../../../functions/compile/src/runtime/host.mjs";
import { compile, places, project } from "./support.mjs";

const SCRIPT = `
import { parentPort } from "node:worker_threads";
let calls = 0;
parentPort.on("message", ({ verb }) => {
  calls += 1;
  if (verb === "spin") for (;;);
  if (verb === "eat") for (let held = null; ;) held = { held, calls: Array.from({ length: 100 }, () => calls) };
  if (verb === "die") process.exit(1);
  if (verb === "throw") throw new Error("boom");
  const diagnostics = verb === "crash" ? [{ severity: "error", code: "COMPILE_CRASHED", message: "" }] : [];
  parentPort.postMessage({ ok: true, diagnostics, calls, secret: process.env.AWS_SECRET_ACCESS_KEY });
});`;

/** Short only for what never ends: a loaded machine takes seconds to start a thread, and what should succeed may. */
const PATIENT = 60_000;
const SHORT = 500;

let folder;
let host;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "compile-host-"));
  await writeFile(join(folder, "worker.mjs"), SCRIPT);
  host = new CompilerHost({ wallMs: PATIENT, heapMb: 64, script: pathToFileURL(join(folder, "worker.mjs")) });
});
after(async () => {
  await host.close();
  await rm(folder, { recursive: true });
});

test("a warm thread is kept between calls and knows no credentials", async () => {
  process.env.AWS_SECRET_ACCESS_KEY = "secret";
  assert.equal((await host.run({})).calls, 1);
  const second = await host.run({});
  assert.deepEqual([second.calls, second.secret], [2, undefined]);
});

for (const [verb, code] of [
  ["spin", "COMPILE_TIMEOUT"],
  ["die", "COMPILE_CRASHED"],
  ["throw", "COMPILE_CRASHED"],
]) {
  test(`a thread that should ${verb} costs one answer, and the next call has a new one`, async () => {
    host.options.wallMs = verb === "spin" ? SHORT : PATIENT;
    const answer = await host.run({ verb });
    host.options.wallMs = PATIENT;
    assert.deepEqual([answer.ok, places(answer)], [false, [`${code} `]]);
    assert.deepEqual([answer.graph, answer.exports], [{}, {}]);
    assert.equal((await host.run({})).calls, 1);
  });
}

test("a thread that eats the heap is stopped before the process is", async () => {
  const patient = new CompilerHost({ wallMs: PATIENT, heapMb: 32, script: host.options.script });
  assert.deepEqual(places(await patient.run({ verb: "eat" })), ["COMPILE_CRASHED "]);
  assert.equal((await patient.run({})).calls, 1);
  await patient.close();
});

test("a thread that reports a crash of its own is not used again", async () => {
  await host.run({ verb: "crash" });
  assert.equal((await host.run({})).calls, 1);
});

test("calls wait for each other, also behind one that is lost", async () => {
  host.options.wallMs = SHORT;
  const lost = host.run({ verb: "spin" }).finally(() => (host.options.wallMs = PATIENT));
  const answers = await Promise.all([lost, host.run({}), host.run({})]);
  assert.deepEqual([places(answers[0]), answers[1].calls, answers[2].calls], [["COMPILE_TIMEOUT "], 1, 2]);
});

test("a source that kills esbuild is refused, and the next project compiles", async () => {
  const patient = new CompilerHost({ wallMs: 120_000 });
  const run = (files) => patient.run({ source: { files: project(files) } });
  const killed = await run({ "src/a.ts": "{".repeat(256 * 1024) });
  assert.deepEqual([killed.ok, places(killed)], [false, ["COMPILE_CRASHED "]]);
  assert.equal((await run({})).ok, true);
  await patient.close();
});

const NESTED = 20_000;
for (const [path, text] of [
  ["src/a.vue", `<template>${"<div>".repeat(NESTED)}</template>`],
  ["src/b.vue", `<template><p :a="${"(".repeat(NESTED)}" /></template>`],
  ["src/a.svelte", "{#if a}".repeat(NESTED)],
  ["src/b.svelte", `{${"(".repeat(NESTED)}}`],
  ["src/a.css", "a{".repeat(NESTED)],
  ["src/a.json", "[".repeat(NESTED)],
  ["src/a.tsx", "<a>".repeat(NESTED)],
  ["tsconfig.json", '{"a":'.repeat(NESTED)],
]) {
  const page = path.startsWith("src/") ? { "src/main.tsx": `import "./${path.slice(4)}";\n` } : {};
  test(`deep nesting is an answer: ${path}`, async () => assert.equal((await compile({ [path]: text, ...page })).ok, false));
}

const BIG = 256 * 1024;
const WALL = 10_000;
const rows = (pattern, size) => pattern.repeat(Math.floor(size / pattern.length));
for (const [path, pattern] of [
  ["src/a.ts", "/*a"],
  ["src/a.ts", "\\'"],
  ["src/a.ts", "`\\`"],
  ["src/a.ts", "export {"],
  ["src/a.ts", 'import("./a"+x);'],
  ["src/a.vue", "<style>"],
  ["index.html", "<!--"],
  ["index.html", "<script "],
  ["index.html", "<link "],
  ["src/a.css", "url("],
  ["tsconfig.json", "/*"],
]) {
  test(`our own scanners stay linear: ${JSON.stringify(pattern)} in ${path}`, async () => {
    const patient = new CompilerHost({ wallMs: 12 * WALL });
    const run = (size) => patient.run({ source: { files: project({ [path]: rows(pattern, size) }) } });
    await run(0); // starts the thread
    const started = performance.now();
    await run(BIG / 4);
    // A loaded machine is slower at both sizes. Linear time grows by 4, quadratic time by 16.
    patient.options.wallMs = Math.max(WALL, 10 * (performance.now() - started));
    const result = await run(BIG);
    await patient.close();
    assert.ok(!places(result).includes("COMPILE_TIMEOUT "), JSON.stringify(result.diagnostics));
  });
}

test("names of Object's prototype are names like any other", async () => {
  const result = await compile(
    JSON.parse(
      '{"src/main.tsx": "import { constructor } from \\"./__proto__\\"; console.log(constructor);", "src/__proto__.ts": "export const constructor = 1; export const __proto__ = 2;"}',
    ),
  );
  assert.deepEqual(places(result), []);
  assert.deepEqual(result.exports["src/__proto__.ts"], ["constructor", "__proto__"]);
  assert.equal(Object.hasOwn(project({}), "src/main.tsx"), true);
});
