/**
 * Writes `functions/compile/src/names/catalog.json`: what the catalog's packages export, read from an installed copy,
 * and which of them stands in for a well-known package.
 * Types come from TypeScript, what exists at run time from esbuild and, for CommonJS, from the module itself.
 *
 *     node scripts/package_names.mjs path/to/node_modules [--check]
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const TARGET = join(ROOT, "functions", "compile", "src", "names", "catalog.json");
const [modules, flag] = [resolve(process.argv[2]), process.argv[3]];
const installed = createRequire(join(modules, "x.js"));
const ts = installed("typescript");
const esbuild = createRequire(join(ROOT, "functions", "compile", "x.js"))("esbuild");
// Neither wildcards and files that are no module, nor second spellings and what no page imports.
const NO_MODULE =
  /[*]|\.[a-z]+$|(?:^|\/)(?:locales?|dist|src|internal|lib|icons|dynamic\w*|compiler.*|server.*|static.*)(?:\/|$)/;
const MOST_PATHS = 40;

const read = (path) => JSON.parse(readFileSync(path, "utf8"));
const sorted = (names) => [...names].filter((name) => /^[A-Za-z_$][\w$]*$/.test(name)).sort();

/** By package: its version, and by subpath (`.`, `./client`) what it exports. */
async function readCatalog() {
  const { dependencies } = read(join(ROOT, "shared", "catalog", "package.json"));
  const packages = Object.keys(dependencies).map((name) => ({ name, paths: subpaths(name) }));
  const typed = readTypes(packages.flatMap(({ name, paths }) => paths.map((path) => specifier(name, path))));
  const answer = {};
  for (const { name, paths } of packages) {
    const entries = await Promise.all(paths.map(async (path) => [path, await entry(specifier(name, path), typed)]));
    const known = entries.filter(([, found]) => found);
    if (known.length) answer[name] = { version: dependencies[name], entries: Object.fromEntries(known) };
  }
  return answer;
}

const specifier = (name, path) => name + path.slice(1);

function subpaths(name) {
  const { exports } = read(join(modules, name, "package.json"));
  const keys = typeof exports === "object" && exports ? Object.keys(exports).filter((key) => key[0] === ".") : [];
  const paths = keys.filter((key) => key === "." || !NO_MODULE.test(key.slice(2)));
  return paths.length && paths.length <= MOST_PATHS ? paths : ["."];
}

/** `{values, icons?, types, members?, module}`, names in one string each; `icons` exist as `XIcon` and `LucideX`. */
async function entry(name, typed) {
  const types = typed.get(name);
  const runtime = await readRuntime(name);
  if (!types || !runtime) return null;
  const values = new Set([...types.values, ...runtime.names]);
  const members = types.members && new Set([...types.members, ...runtime.members]);
  const formed = [...values].filter((one) => values.has(`${one}Icon`) && values.has(`Lucide${one}`));
  for (const one of formed) for (const form of [one, `${one}Icon`, `Lucide${one}`]) values.delete(form);
  return {
    module: runtime.module,
    values: sorted(values).join(" "),
    ...(formed.length ? { icons: sorted(formed).join(" ") } : {}),
    types: sorted(types.types.filter((one) => !values.has(one))).join(" "),
    ...(members && values.has("default") ? { members: sorted(members).join(" ") } : {}),
  };
}

/** By specifier: names by whether TypeScript knows a value, and the members of a default export that is no function. */
function readTypes(specifiers) {
  const file = join(dirname(modules), "names-probe.ts");
  const text = specifiers.map((name, index) => `import * as m${index} from ${JSON.stringify(name)};`).join("\n");
  const options = {
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ESNext,
    jsx: ts.JsxEmit.ReactJSX,
    esModuleInterop: true,
    skipLibCheck: true,
    types: [],
    customConditions: ["svelte"],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (path) => path === file || fileExists(path);
  host.getSourceFile = (path, ...more) =>
    path === file ? ts.createSourceFile(path, text, options.target, true) : getSourceFile(path, ...more);
  const program = ts.createProgram([file], options, host);
  const checker = program.getTypeChecker();
  const statements = program.getSourceFile(file).statements;
  return new Map(specifiers.map((name, index) => [name, typesOf(checker, statements[index])]));
}

function typesOf(checker, statement) {
  const module = checker.getSymbolAtLocation(statement.moduleSpecifier);
  if (!module) return null;
  const found = { values: [], types: [], members: null };
  for (const symbol of checker.getExportsOfModule(module))
    (isValue(checker, symbol) ? found.values : found.types).push(symbol.name);
  found.members = membersOf(checker, module, statement);
  return found;
}

function isValue(checker, symbol) {
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  // What TypeScript cannot resolve may well exist.
  return Boolean(target.flags & ts.SymbolFlags.Value) || target.name === "unknown";
}

function membersOf(checker, module, statement) {
  const symbol = module.exports.get("export=") ?? module.exports.get("default");
  // Types of CommonJS often leave out the default export: it is the module.
  if (!symbol) return checker.getExportsOfModule(module).map((each) => each.name);
  const type = checker.getTypeOfSymbolAtLocation(
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
    statement,
  );
  const open = type.getCallSignatures().length || type.getConstructSignatures().length || type.getStringIndexType();
  const names = type.getProperties().map((each) => each.name);
  return open || !names.length || type.flags & ts.TypeFlags.Any ? null : names;
}

/** `{module: bool, names, members}`: an ES module has exactly these names; null when it cannot be read. */
async function readRuntime(name) {
  try {
    const { metafile } = await bundle(`export * from ${JSON.stringify(name)};`);
    const first = metafile.inputs["<stdin>"].imports[0].path;
    if (metafile.inputs[first].format === "cjs") return commonJs(name);
    const output = Object.values(metafile.outputs).find((each) => each.entryPoint === "<stdin>");
    const more = (await hasDefault(name)) ? ["default"] : [];
    return { module: true, names: [...output.exports, ...more], members: [] };
  } catch (cause) {
    console.error(`${name}: ${String(cause.message).split("\n")[0]}`);
    return null;
  }
}

const hasDefault = (name) =>
  bundle(`export { default } from ${JSON.stringify(name)};`).then(
    () => true,
    () => false,
  );

const bundle = (contents) =>
  esbuild.build({
    stdin: { contents, resolveDir: modules },
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "browser",
    logLevel: "silent",
    outdir: "/",
    conditions: ["svelte"],
    plugins: [{ name: "components", setup: leaveOut }],
  });

/** A component's own name stands in the module that passes it on. */
const leaveOut = (build) => build.onResolve({ filter: /\.svelte$|^node:/ }, () => ({ external: true }));

function commonJs(name) {
  try {
    const found = installed(name);
    const names = Object.keys(found ?? {});
    return { module: false, names: [...names, "default"], members: names };
  } catch {
    // It needs a page to run in: nobody knows all that it has.
    return null;
  }
}

// One package a line, so that a new version is one changed line.
const line = ([name, each]) => `${JSON.stringify(name)}:${JSON.stringify(each)}`;
const lines = (record) => Object.entries(record).map(line);
const { aliases } = read(join(ROOT, "shared", "catalog", "metadata.json"));
const whole = read(join(ROOT, "shared", "catalog", "current", "package.json"));
const pinned = { ...whole.dependencies, ...whole.devDependencies };
const instead = Object.fromEntries(Object.entries(aliases).filter(([name]) => !Object.hasOwn(pinned, name)));
const parts = { packages: await readCatalog(), aliases: instead };
const blocks = Object.entries(parts).map(([key, part]) => `"${key}":{\n${lines(part).join(",\n")}\n}`);
const text = `{${blocks.join(",\n")}}\n`;
if (flag !== "--check") writeFileSync(TARGET, text);
else if (readFileSync(TARGET, "utf8") !== text) {
  console.error("functions/compile/src/names/catalog.json is not what the installed packages export");
  process.exitCode = 1;
}
// A package that was loaded may hold the process open.
process.exit();
