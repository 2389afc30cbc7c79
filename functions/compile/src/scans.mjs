import { isCode, isComponent, isRootFile, isTest, isTypeScript } from "./paths.mjs";
import { missingReexports, typesAsValues } from "./names/missing.mjs";
import { resolveSpecifier } from "./resolve/specifier.mjs";
import { scanImports } from "./scan/imports.mjs";
import { position } from "./scan/places.mjs";
import { ContentCache } from "./load/cache.mjs";

const cache = new ContentCache();

/** Completes the graph with what the bundler drops or does not follow; the globs of each file that has some. */
export function checkScans(job) {
  const globs = new Map();
  for (const [path, source] of job.project.files) {
    if (typeof source !== "string" || !isCode(path) || path.startsWith("public/")) continue;
    const found = cache.get("scan", path, source, () => scanImports(path, source));
    if (found.globs.length) globs.set(path, found.globs);
    for (const specifier of found.imports) checkTypeImport(job, path, specifier);
    for (const url of found.urls) checkUrl(job, path, source, url);
    if (isTypeScript(path) && !isTest(path)) checkTypeNames(job, path, found);
  }
  return globs;
}

/** An import the bundler never saw brings only types: TypeScript would miss it, the page would not. */
function checkTypeImport(job, path, specifier) {
  if (job.findings.has(path, specifier)) return;
  const { path: target, problem } = resolveSpecifier(job.project, path, specifier);
  // A component's compiler reads the types it names.
  if (target) job.findings.link(path, specifier, target, { isType: !isComponent(path) });
  else if (problem && isLocal(problem.code)) job.findings.report(path, specifier, problem, { severity: "warning" });
}

const isLocal = (code) => code === "LOCAL_IMPORT_UNRESOLVED" || code === "IMPORT_CASE_MISMATCH";

/** `new URL("./x", import.meta.url)`: a missing worker stops the build, another missing file does not. */
function checkUrl(job, path, source, { specifier, worker, index }) {
  // Configuration names folders so.
  if (isRootFile(path)) return;
  const { path: target, problem } = resolveSpecifier(job.project, path, specifier);
  if (target) job.findings.link(path, specifier, target);
  else if (problem)
    job.findings.report(path, specifier, problem, {
      severity: worker ? "error" : "warning",
      place: () => position(source, index),
    });
}

/**
 * `export { T } from "./types"`, and under `verbatimModuleSyntax` `import { T }`, ask for a name at run time:
 * when T is a type it does not exist there. The bundler takes a name it does not find for a type and says nothing.
 */
function checkTypeNames(job, path, { named, reexported }) {
  for (const item of reexported) {
    checkNames(job, path, item, "export");
    for (const problem of missingReexports(job, path, item)) job.findings.report(path, item.specifier, problem);
  }
  if (job.project.tsconfig.compilerOptions.verbatimModuleSyntax)
    for (const item of named) {
      checkNames(job, path, item, "import");
      for (const problem of typesAsValues(job, path, item)) job.findings.report(path, item.specifier, problem);
    }
}

function checkNames(job, path, { specifier, names }, keyword) {
  const { path: target } = resolveSpecifier(job.project, path, specifier);
  for (const name of target && isTypeScript(target) ? names : []) {
    if (!job.isTypeOnly(target, name)) continue;
    const problem = {
      code: "EXPORT_NOT_FOUND",
      message: `"${name}" of ${target} is a type`,
      hint: `Write "${keyword} type { ${name} } from …"`,
    };
    job.findings.report(path, specifier, problem);
  }
}
