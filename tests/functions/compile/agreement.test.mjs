import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";

import { handler } from "../../../functions/compile/index.mjs";
import { cases } from "./agreement.cases.mjs";
import { reachCases } from "./agreement.reach.cases.mjs";

// The catalog's node_modules: the very Vite and plugins that build apps.
const TOOLCHAIN = process.env.COMPILE_TEST_TOOLCHAIN;
const PACKAGES = JSON.stringify({ dependencies: { react: "1", vue: "1", svelte: "1", tailwindcss: "1", vite: "1" } });
const PLUGINS = {
  none: null,
  react: "@vitejs/plugin-react",
  vue: "@vitejs/plugin-vue",
  svelte: "@sveltejs/vite-plugin-svelte",
  tailwind: "@tailwindcss/vite",
};
const options = { skip: TOOLCHAIN ? false : "COMPILE_TEST_TOOLCHAIN is not set" };

let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "compile-agreement-"));
  if (TOOLCHAIN) await symlink(TOOLCHAIN, join(folder, "node_modules"), "dir");
});
after(() => rm(folder, { recursive: true }));

const load = async (name) => await import(pathToFileURL(createRequire(join(TOOLCHAIN, "x.js")).resolve(name)));

async function plugins(kind) {
  if (!PLUGINS[kind]) return [];
  const module = await load(PLUGINS[kind]);
  return [kind === "svelte" ? module.svelte({ configFile: false }) : module.default()];
}

/** Whether Vite builds the project. Plugins are given from here; its configuration is read where the case says so. */
async function viteBuilds(name, { files, plugin, config }) {
  const { build } = await load("vite");
  const root = join(folder, name.replace(/[^a-z0-9]+/gi, "-"));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  const alias = files["vite.config.ts"]?.includes("alias") ? { "@": join(root, "src") } : undefined;
  try {
    await build({
      root,
      configFile: config ? join(root, "vite.config.js") : false,
      configLoader: "runner",
      logLevel: "silent",
      plugins: await plugins(plugin),
      resolve: alias && { alias },
      build: { outDir: "dist" },
    });
    return "";
  } catch (cause) {
    return String(cause.message);
  }
}

for (const [name, project] of Object.entries({ ...cases, ...reachCases })) {
  test(`Vite and the gate on: ${name}`, options, async () => {
    const complaint = await viteBuilds(name, project);
    const { ok, diagnostics } = await handler({ source: { files: { "package.json": PACKAGES, ...project.files } } });
    const agree = ok === (complaint === "");
    const told = `Vite: ${complaint.slice(0, 500) || "builds"}\nGate: ${JSON.stringify(diagnostics)}`;
    assert.equal(agree, project.differs === undefined, told);
  });
}
