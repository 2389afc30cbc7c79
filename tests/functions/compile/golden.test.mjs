import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { handler } from "../../../functions/compile/index.mjs";
import { isBinary } from "../../../functions/compile/src/paths.mjs";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const TEMPLATES = join(ROOT, "shared/templates");
const CREATE_VITE = process.env.COMPILE_TEST_CREATE_VITE;
const IGNORED = /^(?:node_modules|dist|\.vscode)(?:\/|$)/;

async function read(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  const kept = paths.filter((path) => !IGNORED.test(path));
  return Object.fromEntries(
    await Promise.all(
      kept.map(async (path) => [path, isBinary(path) ? "" : await readFile(join(folder, path), "utf8")]),
    ),
  );
}

async function folders(parent, prefix) {
  if (!parent || !existsSync(parent)) return [];
  const entries = await readdir(parent, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && entry.name.startsWith(prefix))
    .map((entry) => join(parent, entry.name));
}

const ours = await folders(TEMPLATES, "");
const theirs = await folders(CREATE_VITE, "template-");

for (const folder of [...ours, ...theirs].filter((path) => existsSync(join(path, "index.html")))) {
  test(`the template passes without a word: ${folder.split("/").at(-1)}`, async () => {
    const files = await read(folder);
    const result = await handler({ source: { files } });
    assert.deepEqual(result.diagnostics, []);
    assert.ok(result.graph["index.html"].length >= 1);
    const code = Object.keys(result.exports);
    assert.ok(code.length >= 1);
  });

  test(`damage to its entry is found: ${folder.split("/").at(-1)}`, async () => {
    const files = await read(folder);
    const [entry] = (await handler({ source: { files } })).graph["index.html"].filter((path) =>
      /\.[jt]sx?$/.test(path),
    );
    const result = await handler({
      source: { files: { ...files, [entry]: `${files[entry]}\nimport "./never-there";\n` } },
    });
    assert.deepEqual(
      result.diagnostics.map(({ code, path }) => [code, path]),
      [["LOCAL_IMPORT_UNRESOLVED", entry]],
    );
  });
}

test("the compilers are those of the catalog, so the gate and the build read the same language", async () => {
  const catalog = JSON.parse(await readFile(join(ROOT, "shared/catalog/package.json"), "utf8"));
  const mine = JSON.parse(await readFile(join(ROOT, "functions/compile/package.json"), "utf8")).dependencies;
  const pins = { ...catalog.dependencies, ...catalog.devDependencies };
  assert.deepEqual([mine.svelte, mine["@vue/compiler-sfc"]], [pins.svelte, pins.vue]);
});

test("the lockfile names no registry and every platform's esbuild", async () => {
  const text = await readFile(join(ROOT, "functions/compile/package-lock.json"), "utf8");
  assert.doesNotMatch(text, /"resolved"|https?:\/\/registry/);
  const { packages } = JSON.parse(text);
  const { version } = packages["node_modules/esbuild"];
  for (const platform of ["linux-arm64", "linux-x64", "darwin-arm64", "darwin-x64"]) {
    const entry = packages[`node_modules/@esbuild/${platform}`];
    assert.deepEqual([entry?.version, typeof entry?.integrity], [version, "string"], platform);
  }
});
