import { accessSync, chmodSync, constants, copyFileSync, mkdtempSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const require = createRequire(import.meta.url);
let service;

/** esbuild, with a binary that may be run: an unpacked zip can lose the mode bits, and install scripts are off. */
export async function esbuild() {
  service ??= load();
  return await service;
}

async function load() {
  const binary = require.resolve(`@esbuild/${process.platform}-${process.arch}/bin/esbuild`);
  if (!isExecutable(binary)) process.env.ESBUILD_BINARY_PATH = makeExecutable(binary);
  return await import("esbuild");
}

function makeExecutable(binary) {
  try {
    chmodSync(binary, 0o755);
    return binary;
  } catch {
    return copyToTemporary(binary);
  }
}

function copyToTemporary(binary) {
  const target = join(mkdtempSync(join(tmpdir(), "esbuild-")), "esbuild");
  copyFileSync(binary, target);
  chmodSync(target, 0o755);
  return target;
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
