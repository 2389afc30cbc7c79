import assert from "node:assert/strict";
import { test } from "node:test";
import { zstdCompressSync } from "node:zlib";

import fc from "../../../functions/compile/node_modules/fast-check/lib/fast-check.js";
import { Refusal } from "../../../functions/compile/src/diagnostics.mjs";
import { join, relativeSpecifier, directory } from "../../../functions/compile/src/paths.mjs";
import { maskComments } from "../../../functions/compile/src/scan/mask.mjs";
import { elements } from "../../../functions/compile/src/scan/tags.mjs";
import { readTree } from "../../../functions/compile/src/source/tree.mjs";
import { archive, compile, member, pax, tar } from "./support.mjs";

const SEEDS = {
  "index.html":
    '<!doctype html>\n<link rel="stylesheet" href="/src/a.css">\n<script type="module" src="/src/main.tsx"></script>\n',
  "package.json": '{"dependencies": {"react": "1", "vue": "1", "svelte": "1"}}',
  "tsconfig.json":
    '{/* c */"compilerOptions": {"paths": {"@/*": ["./src/*"]}, "verbatimModuleSyntax": true}, "include": ["src/**/*.ts", "src/**/*.vue"],}',
  "src/main.tsx":
    'import { a, type T } from "./a";\nimport V from "./V.vue";\nimport S from "./S.svelte";\nimport "./a.css";\nexport const x: T = <p className={`a ${a}`}>Don\'t {V}{S}</p>;\n// end\n',
  "src/a.ts": 'export type T = unknown;\nexport const a = "x";\nexport * from "./b";\n',
  "src/b.ts": "export class B<T> { m = (x: T) => /['\"`]/.test(String(x)); }\n",
  "src/s.svelte.ts": "export const s: { n: number } = $state({ n: 1 });\n",
  "src/V.vue":
    '<script setup lang="ts">\nimport { a } from "@/a";\nconst p = defineProps<{ q: string }>();\n</script>\n<template><img src="./i.svg" :alt="a + p.q" /></template>\n<style scoped>.a { color: v-bind(a); }</style>\n',
  "src/S.svelte":
    '<script lang="ts">\n  import { s } from "./s.svelte";\n  let { a = 1 }: { a?: number } = $props();\n</script>\n{#if a}<p>{s.n}</p>{/if}\n<style>p { color: red; }</style>\n',
  "src/a.css": '@import "./b.css";\n.a { background: url("./i.svg"); &:hover { color: red; } }\n',
  "src/b.css": "@layer base { .b { color: red } }\n",
  "src/d.json": '{"d": [1, 2, {"e": null}]}',
};
const SNIPPETS = [
  "{",
  "}",
  "(",
  ")",
  "<",
  ">",
  "/",
  "*/",
  "/*",
  "//",
  '"',
  "'",
  "`",
  "${",
  "\\",
  "\n",
  ";",
  "import ",
  "export ",
  "from ",
  "type ",
  "default ",
  "./",
  "../",
  "@/",
  "?raw",
  "<script>",
  "</template>",
  "{#if}",
  "\u2028",
  "\ud800",
  "é",
  "0x",
  "async ",
  "@import ",
  "url(",
];

const edit = fc.record({
  path: fc.constantFrom(...Object.keys(SEEDS)),
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  cut: fc.integer({ min: 0, max: 12 }),
  put: fc.oneof(fc.constantFrom(...SNIPPETS), fc.string({ maxLength: 6, unit: "binary" })),
});

function edited(edits) {
  const files = { ...SEEDS };
  for (const { path, at, cut, put } of edits) {
    const index = Math.floor(at * files[path].length);
    files[path] = files[path].slice(0, index) + put + files[path].slice(index + cut);
  }
  return files;
}

test("the project the fuzzing starts from passes", async () => {
  const result = await compile({ ...SEEDS, "src/i.svg": "<svg/>" });
  assert.deepEqual(
    result.diagnostics.filter((item) => item.code !== "SVELTE_WARNING"),
    [],
  );
});

test("any damage gives an answer whose places exist", async () => {
  const property = fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 4 }), async (edits) => {
    const files = { ...edited(edits), "src/i.svg": "<svg/>" };
    const result = await compile(files);
    assert.equal(result.ok, !result.diagnostics.some((item) => item.severity === "error"));
    for (const item of result.diagnostics) checkDiagnostic(files, item);
    for (const [path, targets] of Object.entries(result.graph))
      for (const each of [path, ...targets]) assert.ok(each in files, each);
    assert.doesNotThrow(() => JSON.stringify(result));
  });
  await fc.assert(property, { numRuns: 250 });
});

function checkDiagnostic(files, { severity, code, message, path, line, column }) {
  assert.ok(["error", "warning", "info"].includes(severity));
  assert.match(code, /^[A-Z][A-Z_]+$/);
  assert.notEqual(code, "COMPILE_CRASHED", message);
  assert.ok(message.length > 0 && message.length <= 1000);
  if (path !== undefined) assert.ok(path in files, path);
  if (line === undefined) return;
  const lines = files[path].split(/\r\n|[\n\r\f\u2028\u2029]/);
  assert.ok(line >= 1 && line <= lines.length, `${code} ${path}:${line} of ${lines.length}: ${message}`);
  if (column !== undefined) assert.ok(column >= 1, `${code} ${path}:${line}:${column}`);
}

test("any damage to an archive is a refusal or a tree, never a crash", () => {
  const good = tar(
    member("src", "", { type: "5" }),
    member("src/a.ts", "const a = 1;"),
    pax("src/é.ts"),
    member("x", "y".repeat(700)),
    member("src/b.png", Buffer.from([0, 255])),
  );
  const damage = fc.array(fc.tuple(fc.integer({ min: 0, max: good.length - 1 }), fc.integer({ min: 0, max: 255 })), {
    minLength: 1,
    maxLength: 6,
  });
  fc.assert(
    fc.property(damage, fc.integer({ min: 0, max: good.length }), fc.boolean(), (bytes, length, cut) => {
      const broken = Buffer.from(good);
      for (const [index, byte] of bytes) broken[index] = byte;
      refusedOrRead(zstdCompressSync(cut ? broken.subarray(0, length) : broken));
    }),
    { numRuns: 1000 },
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => refusedOrRead(bytes)),
    { numRuns: 300 },
  );
});

function refusedOrRead(bytes) {
  try {
    const { files } = readTree({ archive: bytes });
    for (const path of files.keys()) assert.doesNotMatch(path, /(^|\/)\.\.?(\/|$)|^\/|\\/);
  } catch (cause) {
    assert.ok(cause instanceof Refusal, cause.stack);
  }
}

test("an archive gives back any text under any good path", () => {
  const name = fc.stringMatching(/^[a-z0-9 é_.-]{1,20}$/u).map((text) => `x${text}`.normalize("NFC"));
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 5 }), fc.string({ unit: "grapheme" }), (parts, text) => {
      const path = `${parts.join("/")}.ts`;
      assert.equal(
        readTree({ archive: archive(pax(path), member("short", text)) }).files.get(path),
        text.replace(/^\ufeff/, ""),
      );
    }),
  );
});

test("masking keeps length and lines", () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...SNIPPETS, "a", " "), { maxLength: 60 }), (parts) => {
      const source = parts.join("");
      const masked = maskComments(source);
      assert.equal(masked.length, source.length);
      for (let index = 0; index < source.length; index += 1)
        assert.ok(masked[index] === source[index] || (masked[index] === " " && source[index] !== "\n"));
    }),
  );
});

test("elements lie where they say", () => {
  const parts = ["<script", "</script>", ">", " a='>'", ' b="', '"', "x", "\n", "<style>", "</SCRIPT >", "/", "İ"];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 30 }), (list) => {
      const source = list.join("");
      for (const { index, start, text } of elements(source, "script")) {
        assert.equal(source.slice(start, start + text.length), text);
        assert.match(source.slice(index, start), /^<script[^]*>$/i);
      }
    }),
    { numRuns: 1000 },
  );
});

test("a relative specifier leads back to its target", () => {
  const path = fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 5 }).map((parts) => parts.join("/"));
  fc.assert(
    fc.property(path, path, (from, to) => assert.equal(join(directory(from), relativeSpecifier(from, to)), to)),
  );
});
