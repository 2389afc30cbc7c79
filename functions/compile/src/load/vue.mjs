import { error } from "../diagnostics.mjs";
import { esbuild } from "../bundle/service.mjs";
import { join } from "../paths.mjs";
import { readStyleBlocks } from "./blocks.mjs";
import { components } from "./cache.mjs";

const ASSET_IMPORT = /^import _imports_\d+ from '([^'\n]+)'/gm;
const FRAME_LINE = /^(\d+)\s+\|.*\n\s+\|(\s+)\^/m;
const FRAME_GUTTER = 2;
// Needs packages or TypeScript itself, which only the worker has.
const BEYOND_US = /Failed to load TypeScript|TypeScript is required as a peer dep/;
const LOADERS = new Set(["ts", "tsx", "js", "jsx"]);

let compiler;

/** The compiler, only loaded for projects that need it. */
export const prepareVue = async () => (compiler ??= await import("@vue/compiler-sfc"));

/** `{contents, loader, refs, diagnostics}` of a component. */
export async function load({ project }, path, source) {
  await prepareVue();
  const result = components.get("vue", path, source, () => compile(path, source, project.files), project.files);
  const verbatim = project.tsconfig.compilerOptions.verbatimModuleSyntax && /^tsx?$/.test(result.loader);
  return verbatim ? { ...result, ...(await withoutTypes(result)) } : result;
}

/** Vite drops unused imports from a component's script whatever tsconfig says. */
async function withoutTypes({ contents, loader }) {
  const { transform } = await esbuild();
  try {
    const options = { loader, target: "esnext", jsx: "preserve", logLevel: "silent", tsconfigRaw: "{}" };
    return { contents: (await transform(contents, options)).code, loader: loader === "tsx" ? "jsx" : "js" };
  } catch {
    // The bundler meets the same error, and reports it.
    return { contents, loader };
  }
}

/** With what the cache must know of it. `files` is read for imported types. */
function compile(path, source, files) {
  const { descriptor, errors } = compiler.parse(source, { filename: path, sourceMap: false });
  const diagnostics = errors.map((item) => fromTemplate(path, item));
  const styles = readStyleBlocks(path, source);
  const fs = virtual(files);
  const script = diagnostics.length ? null : compileScripts(path, descriptor, files, fs, diagnostics);
  const assets = diagnostics.length ? [] : compileTemplate(path, descriptor, script, diagnostics);
  const imports = assets.map((item) => `import ${JSON.stringify(item)};`);
  return {
    contents: [scriptText(descriptor, script), ...imports].join("\n"),
    loader: LOADERS.has(script?.lang) ? script.lang : "js",
    refs: styles.refs,
    diagnostics: [...diagnostics, ...styles.diagnostics],
    cacheable: !diagnostics.length,
    seen: fs.seen,
  };
}

function compileScripts(path, descriptor, files, fs, diagnostics) {
  if (!descriptor.script && !descriptor.scriptSetup) return null;
  for (const name of files.keys()) compiler.invalidateTypeCache(name);
  try {
    return compiler.compileScript(descriptor, { id: "gate", sourceMap: false, fs });
  } catch (cause) {
    if (BEYOND_US.test(cause.message)) return rawScript(descriptor);
    diagnostics.push(fromScript(path, cause));
    return null;
  }
}

/** The author's own script, when a macro cannot be compiled here: still parsed, its imports still checked. */
function rawScript(descriptor) {
  const blocks = [descriptor.script, descriptor.scriptSetup].filter(Boolean);
  const content = blocks.map((block) => block.content).join("\n");
  const ending = descriptor.script?.content.includes("export default") ? "" : "\nexport default {}";
  return { content: content + ending, lang: blocks.at(-1).lang };
}

/** The only file system the compiler sees is the project. `seen`: what it looked at, and what was there or was not. */
export function virtual(files) {
  const seen = [];
  const look = (file) => {
    const path = join("", file) ?? "";
    seen.push([path, files.get(path)]);
    return files.get(path);
  };
  return { seen, fileExists: (file) => look(file) !== undefined, readFile: (file) => text(look(file)) };
}

const text = (content) => (typeof content === "string" ? content : undefined);

function compileTemplate(path, descriptor, script, diagnostics) {
  const template = descriptor.template;
  if (!template || template.src || (template.lang && template.lang !== "html")) return [];
  const isTS = /^tsx?$/.test(descriptor.scriptSetup?.lang ?? descriptor.script?.lang ?? "");
  const { code, errors } = compiler.compileTemplate({
    source: template.content,
    ast: template.ast,
    filename: path,
    id: "gate",
    transformAssetUrls: { includeAbsolute: true },
    compilerOptions: { bindingMetadata: script?.bindings, expressionPlugins: isTS ? ["typescript"] : [] },
  });
  diagnostics.push(...errors.map((item) => fromTemplate(path, item)));
  return [...code.matchAll(ASSET_IMPORT)].map((match) => match[1]);
}

function scriptText(descriptor, script) {
  const outside = descriptor.script?.src;
  const template = descriptor.template?.src ? `import ${JSON.stringify(`${descriptor.template.src}?raw`)};\n` : "";
  if (!outside) return template + (script?.content ?? "export default {}");
  return `${template}import outside from ${JSON.stringify(outside)};\nexport default outside;`;
}

function fromTemplate(path, cause) {
  const { line, column } = cause.loc?.start ?? {};
  return error("VUE_SYNTAX", firstLine(cause.message ?? String(cause)), { path, line, column });
}

/** compileScript throws text with a code frame over the whole file: its line and caret are the place. */
function fromScript(path, cause) {
  const frame = FRAME_LINE.exec(cause.message);
  const place = frame ? { line: Number(frame[1]), column: Math.max(frame[2].length - FRAME_GUTTER + 1, 1) } : {};
  return error("VUE_SYNTAX", firstLine(cause.message), { path, ...place });
}

const firstLine = (message) =>
  message
    .split("\n")[0]
    .replace(/^\[@?vue\/compiler-sfc\]\s*/, "")
    .replace(/ \(\d+:\d+\)$/, "");
