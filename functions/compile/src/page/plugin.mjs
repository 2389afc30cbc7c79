import { directory, extension, isAsset, isComponent, isCssModule, isDeclaration, isJson, isPlainCss, isRuneModule, isStyle } from "../paths.mjs";
import { esbuild } from "../bundle/service.mjs";
import { loaderOf } from "../load/loaders.mjs";
import { readyVersion } from "../names/known.mjs";
import { packageName } from "../project/packages.mjs";
import { resolveSpecifier } from "../resolve/specifier.mjs";
import { drawRunes } from "./svelte.mjs";
import { importedSheet } from "./tailwind.mjs";
import { wait, Waits } from "./waits.mjs";

export const ENTRY = "chatbuilder:page";
const MODULES = new Set(["ts", "mts", "cts", "tsx", "js", "mjs", "jsx", "json"]);
// What only the build can make of a module.
const MACRO = /\bimport\.meta\.(?!env\b|hot\b)(\w{1,40})|\bnew\s+(?:Shared)?Worker\(|\bprocess\.env\.(?!NODE_ENV\b)/;

/** The esbuild plugin of pages: the project in memory, packages left to the import map, style sheets collected. */
export function pagePlugin(draft) {
  return {
    name: "page",
    setup(build) {
      build.onResolve({ filter: /.*/ }, guarded(draft, (request) => resolve(draft, request)));
      build.onLoad({ filter: /.*/, namespace: "entry" }, () => ({ contents: draft.entry, loader: "js" }));
      build.onLoad({ filter: /.*/, namespace: "inline" }, ({ path }) => ({ contents: draft.project.page.inline[Number(path)].text, loader: "js" }));
      build.onLoad({ filter: /.*/, namespace: "module" }, guarded(draft, ({ path }) => loadModule(draft, path)));
      build.onLoad({ filter: /.*/, namespace: "sheet" }, guarded(draft, ({ path }) => loadSheet(draft, path)));
      build.onLoad({ filter: /.*/, namespace: "part" }, ({ path }) => ({ contents: draft.parts.get(path), loader: "css" }));
      build.onLoad({ filter: /.*/, namespace: "package-sheet" }, guarded(draft, ({ path }) => packageSheet(draft, path)));
      build.onLoad({ filter: /.*/, namespace: "address" }, ({ path }) => ({ contents: `export default ${JSON.stringify(path)};`, loader: "js" }));
      build.onLoad({ filter: /.*/, namespace: "text" }, ({ path }) => ({ contents: String(draft.project.files.get(path)), loader: "text" }));
    },
  };
}

/** The reason to wait goes past esbuild, which would make a message with places of it. */
const guarded = (draft, work) => async (request) => {
  try {
    return await work(request);
  } catch (cause) {
    if (cause instanceof Waits) draft.reason ??= cause;
    throw cause;
  }
};

function resolve(draft, { path, importer, namespace, kind }) {
  if (path === ENTRY) return { path, namespace: "entry" };
  if (kind === "url-token" || kind === "import-rule") return { path, external: true };
  if (namespace === "entry") return entryPart(draft, path);
  if (draft.parts.has(path)) return { path, namespace: "part" };
  const from = namespace === "inline" ? "index.html" : importer;
  const found = resolveSpecifier(draft.project, from, path);
  if (found.problem) wait(found.problem.message);
  return found.path ? ownFile(draft, found) : packageFile(draft, path);
}

function entryPart(draft, path) {
  const at = path.indexOf(":");
  const [namespace, rest] = [path.slice(0, at), path.slice(at + 1)];
  return namespace === "module" ? ownFile(draft, { path: rest, query: "" }) : { path: rest, namespace };
}

function ownFile(draft, { path, query }) {
  if (query === "raw") return { path, namespace: "text" };
  if (query && query !== "url" && query !== "inline" && query !== "no-inline") wait(`${path}?${query} is made by the build`);
  if (isStyle(path)) return style(path, query);
  if (isDeclaration(path)) wait(`${path} has no code`);
  if (MODULES.has(extension(path)) || isComponent(path)) return { path, namespace: "module" };
  if (!isAsset(path)) wait(`${path} needs a plugin`);
  return { path: draft.base.files + encodeURI(path.replace(/^public\//, "")), namespace: "address" };
}

function style(path, query) {
  if (query) wait(`${path}?${query} is made by the build`);
  if (!isPlainCss(path)) wait(`${path} needs a preprocessor`);
  return { path, namespace: "sheet" };
}

function packageFile(draft, specifier) {
  requireReady(draft.project, packageName(specifier));
  if (/\.css$/.test(specifier) || (Object.hasOwn(draft.packages.styles, specifier) && !Object.hasOwn(draft.packages.modules, specifier)))
    return { path: specifier, namespace: "package-sheet" };
  if (!Object.hasOwn(draft.packages.modules, specifier)) wait(`${specifier} is not among the packages that are ready to be shown`);
  draft.imported.add(specifier);
  return { path: specifier, external: true };
}

/** Another version than the bundled one would be another page. */
function requireReady(project, name) {
  const [declared, ready] = [project.packages.versions.get(name), readyVersion(name)];
  if (declared !== undefined && ready !== undefined && declared !== ready) wait(`${name} ${declared} comes with the build`);
}

function packageSheet(draft, specifier) {
  return { contents: importedSheet(draft, specifier).text, loader: "css" };
}

async function loadModule(draft, path) {
  const source = draft.project.files.get(path);
  if (typeof source !== "string") wait(`${path} is no text`);
  const macro = isJson(path) ? null : MACRO.exec(source);
  if (macro) wait(`${path} uses ${macro[0].trim()}, which the build resolves`);
  const kind = extension(path);
  const heavy = isComponent(path) || isRuneModule(path) ? draft.scales.refusal(path, source) : null;
  if (heavy) wait(`${path} is too deep to be compiled`);
  if (isComponent(path)) return withStyles(draft, path, await (await import(`./${kind}.mjs`)).draw(draft, path, source));
  if (isRuneModule(path)) return { contents: await drawRunes(path, await plainScript(source, loaderOf(draft.project, path))), loader: "js" };
  return { contents: source, loader: loaderOf(draft.project, path) };
}

async function plainScript(source, loader) {
  const { transform } = await esbuild();
  const tsconfigRaw = '{"compilerOptions":{"verbatimModuleSyntax":true}}';
  return (await transform(source, { loader, target: "esnext", logLevel: "silent", tsconfigRaw })).code;
}

/** The styles of a component are imported before what it does, each as a sheet of its own. */
function withStyles(draft, path, { contents, loader, styles }) {
  const names = styles.map((text, index) => {
    const name = `${path}?style=${index}`;
    draft.parts.set(name, text);
    return `import ${JSON.stringify(name)};`;
  });
  return { contents: `${contents}\n${names.join("\n")}`, loader };
}

async function loadSheet(draft, path) {
  const contents = await draft.style(path, draft.project.files.get(path));
  return { contents, loader: isCssModule(path) ? "local-css" : "css", resolveDir: `/${directory(path)}` };
}
