import { CONFIGS, PLUGINS } from "../frameworks.mjs";
import { packageName } from "../project/packages.mjs";
import { maskComments } from "../scan/mask.mjs";
import { wait } from "./waits.mjs";

const KNOWN = new Set([...PLUGINS, "@tailwindcss/vite"]);
const HELPERS = new Set(["vite", "vitest", "node:path", "node:url", "path", "url"]);
const IMPORT = /\bimport\s+(?:([\w$]{1,60})|[^"';]{1,300}?)\s*(?:from\s*)?["']([^"'\n]{1,200})["']/g;
// What would make another page of the same sources.
const OTHER =
  /\b(define|css|esbuild|oxc|base|publicDir|root|envPrefix|envDir|assetsInclude|json|worker|ssr|optimizeDeps|experimental|rollupOptions|rolldownOptions|legacy|appType|html|transform|transformIndexHtml|mainFields|dedupe|jsxImportSource)\s*[:(]/;
const PREPROCESS = /compilerOptions|extensions\s*:|preprocess\s*:(?!\s*(?:\[\s*)?vitePreprocess\(\s*\))/;
const POSTCSS = /^(?:postcss\.config\.|\.postcssrc)/;
const TAILWIND_CONFIG = /^tailwind\.config\./;

/** Ends in `Waits` unless the build is made by plugins that are known here, with nothing set that would change it. */
export function requirePlain({ files, vite }) {
  checkVite(maskComments(vite.text), vite.text);
  for (const [path, text] of files) {
    if (path.includes("/")) continue;
    if (POSTCSS.test(path) || TAILWIND_CONFIG.test(path)) wait(`${path} is run by the build`);
    if (CONFIGS.test(path) && PREPROCESS.test(String(text))) wait(`${path} changes the compiler`);
    if (/^\.env/.test(path)) wait(`${path} is read by the build`);
  }
}

/** Whether Tailwind's plugin is there. */
export const usesTailwind = ({ vite }) => vite.text.includes("@tailwindcss/vite");

function checkVite(masked, text) {
  for (const [, local, specifier] of masked.matchAll(IMPORT)) {
    const name = specifier.startsWith("node:") ? specifier : packageName(specifier);
    if (HELPERS.has(name)) continue;
    if (!KNOWN.has(name)) wait(`vite.config uses ${specifier}`);
    if (local && new RegExp(`\\b${local.replaceAll("$", "\\$")}\\(\\s*[^)\\s]`).test(masked)) wait(`vite.config sets options of ${specifier}`);
  }
  const other = OTHER.exec(withoutTest(masked));
  if (other) wait(`vite.config sets ${other[1]}`);
  if (/\brequire\(|\bimport\(/.test(text)) wait("vite.config loads code");
}

/** How tests run is no matter of the page. */
const withoutTest = (text) => text.replace(/\btest\s*:\s*\{[^{}]*\}/g, "");
