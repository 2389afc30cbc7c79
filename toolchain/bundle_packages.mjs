/**
 * Bundles the catalog's packages as ES modules for draft pages, all in one run, so that what two of them share (React
 * above all) is one module. Nothing of them is run here.
 *
 *     node bundle_packages.mjs NODE_MODULES TARGET
 */
import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, posix, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const FUNCTION = join(ROOT, "functions", "compile");
const own = createRequire(join(FUNCTION, "x.js"));
const esbuild = own("esbuild");
const svelte = own("svelte/compiler");
const [modules, target] = process.argv.slice(2, 4).map((path) => resolve(path));

const read = (path) => JSON.parse(readFileSync(path, "utf8"));
const NAMES = read(join(FUNCTION, "src", "names", "catalog.json")).packages;
// Not for pages: what runs in a build or a test, and what would need packages that the catalog has not.
const NOT_FOR_PAGES = /^tailwindcss(?:\/|$)|test-utils|vite-plugin|volar|worker|umd|\/joi|computed-types|jsx-dev-runtime/;
// Behind wildcards of `exports`, and asked for by many.
const MORE = [
  "zustand/middleware", "zustand/middleware/immer", "zustand/react/shallow", "zustand/shallow", "zustand/vanilla",
  "date-fns/locale", "highlight.js/lib/core", "highlight.js/lib/common", "leaflet",
  "three/addons/controls/OrbitControls.js", "three/examples/jsm/controls/OrbitControls.js",
  "svelte/internal/client", "svelte/internal/disclose-version", "svelte/internal/flags/legacy",
  "svelte/internal/flags/async", "svelte/internal/flags/tracing",
];
const PATTERNS = ["dayjs/plugin/*.js", "dayjs/locale/*.js", "highlight.js/lib/languages/!(*.js).js"];
const FONT = /\.(?:woff2|ttf|otf|png|svg|gif|jpg|webp)$/;
const URL_IN_CSS = /url\(\s*(["']?)([^"')]+)\1\s*\)/g;
const RESERVED = new Set("default delete in new typeof void class function return var with switch case".split(" "));

const dependencies = Object.keys(read(join(ROOT, "shared", "catalog", "package.json")).dependencies);
const manifest = (name) => read(join(modules, name, "package.json"));

/** Every import that a draft page may have. */
function specifiers() {
  const named = dependencies.flatMap((name) => Object.keys(NAMES[name]?.entries ?? {}).map((path) => name + path.slice(1)));
  const found = PATTERNS.flatMap((pattern) => globSync(pattern, { cwd: modules })).map((path) =>
    path.split("\\").join("/").replace(/\.js$/, ""),
  );
  return [...new Set([...named, ...found, ...MORE])].filter((one) => !NOT_FOR_PAGES.test(one)).sort();
}

/** What CommonJS exports by name, since an import map's modules must say so. Null for ES modules. */
function namesOfCommonJs(specifier) {
  const name = specifier.split("/").slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
  const entry = NAMES[name]?.entries?.[`.${specifier.slice(name.length)}`];
  if (!entry) return /^(?:dayjs|highlight\.js)\//.test(specifier) ? [] : null;
  if (entry.module) return null;
  const names = new Set(`${entry.values ?? ""} ${entry.members ?? ""}`.split(" "));
  return [...names].filter((one) => /^[A-Za-z_$][\w$]*$/.test(one) && !RESERVED.has(one));
}

const fileOf = (specifier) => `modules/${specifier.replaceAll("/", "--")}`;

/** The project has these as its own packages; one that a package wants and the catalog has not fails when it is used. */
const resolution = {
  name: "catalog",
  setup(build) {
    build.onResolve({ filter: /^commonjs:/ }, ({ path }) => ({ path: path.slice(9), namespace: "commonjs" }));
    build.onLoad({ filter: /.*/, namespace: "commonjs" }, ({ path }) => {
      const names = namesOfCommonJs(path);
      const named = names.length ? `export const { ${names.join(", ")} } = __whole;` : "";
      return { contents: `import __whole from ${JSON.stringify(path)};${named}export default __whole;`, resolveDir: modules };
    });
    build.onResolve({ filter: /^[^./]/ }, async ({ path, pluginData, ...options }) => {
      if (pluginData === "seen" || options.kind === "entry-point") return undefined;
      const found = await build.resolve(path, { ...options, pluginData: "seen" });
      return found.errors.length ? { path, namespace: "missing" } : found;
    });
    build.onLoad({ filter: /.*/, namespace: "missing" }, ({ path }) => ({
      contents: `module.exports = new Proxy({}, { get() { throw new Error(${JSON.stringify(`${path} is not in the catalog`)}); } });`,
    }));
    build.onLoad({ filter: /\.svelte$/ }, ({ path }) => ({ contents: svelteCode(path, "compile"), loader: "js" }));
    build.onLoad({ filter: /\.svelte\.js$/ }, ({ path }) => ({ contents: svelteCode(path, "compileModule"), loader: "js" }));
    build.onLoad({ filter: /\.css$/ }, () => ({ contents: "", loader: "js" }));
  },
};

function svelteCode(path, how) {
  const options = { filename: relative(modules, path), generate: "client", dev: false };
  return svelte[how](readFileSync(path, "utf8"), how === "compile" ? { ...options, css: "injected" } : options).js.code;
}

async function bundleModules() {
  const all = specifiers();
  const { metafile } = await esbuild.build({
    entryPoints: all.map((one) => ({ in: namesOfCommonJs(one) ? `commonjs:${one}` : one, out: fileOf(one) })),
    absWorkingDir: dirname(modules),
    nodePaths: [modules],
    outdir: target,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    minify: true,
    metafile: true,
    charset: "utf8",
    legalComments: "none",
    logLimit: 20,
    chunkNames: "chunks/[hash]",
    mainFields: ["browser", "module", "jsnext:main", "jsnext", "main"],
    conditions: ["svelte", "module", "browser", "production"],
    define: {
      "process.env.NODE_ENV": '"production"', __VUE_OPTIONS_API__: "true", __VUE_PROD_DEVTOOLS__: "false",
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "false", "import.meta.env": "{}",
    },
    logLevel: "error",
    plugins: [resolution],
  });
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, found]) => [relative(target, resolve(dirname(modules), path)), found]));
  return Object.fromEntries(all.map((one) => [one, { file: `${fileOf(one)}.js`, chunks: chunksOf(`${fileOf(one)}.js`, outputs) }]));
}

/** Everything that a module brings with it at once, so that a page asks for all of it in one go. */
function chunksOf(file, outputs) {
  const seen = new Set([file]);
  for (const path of seen) {
    for (const { path: next, kind, external } of outputs.get(path)?.imports ?? []) {
      if (kind === "import-statement" && !external) seen.add(relative(target, resolve(dirname(modules), next)));
    }
  }
  return [...seen].slice(1).sort();
}

/** Style sheets by what a page imports them as, their text with addresses of ours, and the fonts they name beside it. */
function gatherStyles() {
  const answer = { styles: {}, sheets: {} };
  for (const name of dependencies) {
    for (const path of globSync("**/*.css", { cwd: join(modules, name), exclude: ["**/node_modules/**", "**/base16/**"] })) {
      addSheet(answer, posix.join(name, path.split("\\").join("/")));
    }
    for (const [key, file] of exportedStyles(name)) {
      const path = posix.join(name, file);
      if (path in answer.sheets) answer.styles[name + key.slice(1)] = path;
    }
  }
  return answer;
}

function addSheet({ styles, sheets }, path) {
  const text = readFileSync(join(modules, path), "utf8");
  styles[path] = path;
  sheets[path] = text.replace(URL_IN_CSS, (whole, _quote, address) => {
    const file = posix.join(posix.dirname(path), address.split(/[?#]/)[0]);
    if (/^(?:[a-z]+:|\/\/|#|\/)/i.test(address) || !FONT.test(file) || !existsSync(join(modules, file))) return whole;
    mkdirSync(dirname(join(target, file)), { recursive: true });
    copyFileSync(join(modules, file), join(target, file));
    return `url("packages:${file}")`;
  });
}

function* exportedStyles(name) {
  const { exports = {}, style, main } = manifest(name);
  const entries = typeof exports === "string" ? { ".": exports } : exports;
  for (const [key, value] of Object.entries(entries)) {
    const file = typeof value === "string" ? value : (value?.style ?? value?.default ?? value?.import);
    if (typeof file === "string" && file.endsWith(".css") && !key.includes("*")) yield [key, file];
  }
  const whole = [style, main].find((file) => typeof file === "string" && file.endsWith(".css"));
  if (whole) yield [".", whole];
}

mkdirSync(target, { recursive: true });
const index = { modules: await bundleModules(), ...gatherStyles() };
writeFileSync(join(target, "index.json"), JSON.stringify(index));
