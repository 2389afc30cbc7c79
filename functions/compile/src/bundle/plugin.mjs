import { isInDoubt, membersPlace, packageStub } from "../names/stubs.mjs";
import { isTest } from "../paths.mjs";
import { resolveSpecifier } from "../resolve/specifier.mjs";
import { isUnknownKind, standIn, stubContents } from "./stubs.mjs";

export const ENTRY = "chatbuilder:entry";
const EXTERNAL = { external: true };

/**
 * The esbuild plugin: the project in memory is the only file system there is.
 * `job()` gives the running compilation, because a context outlives it.
 */
export function projectPlugin(job) {
  return {
    name: "project",
    setup(build) {
      build.onResolve({ filter: /.*/ }, (request) => resolve(job(), request));
      build.onLoad({ filter: /.*/, namespace: "entry" }, () => ({ contents: entryModule(job()), loader: "js" }));
      build.onLoad({ filter: /.*/, namespace: "inline" }, ({ path }) => ({
        contents: job().project.page.inline[Number(path)].text,
        loader: "js",
      }));
      build.onLoad({ filter: /.*/, namespace: "module" }, async ({ path }) => await job().load(path));
      for (const namespace of ["package", "members"]) {
        build.onLoad({ filter: /.*/, namespace }, ({ path }) => ({
          contents: packageStub(job(), namespace, path),
          loader: "js",
        }));
      }
      for (const [kind, contents] of Object.entries(stubContents)) {
        build.onLoad({ filter: /.*/, namespace: kind }, () => ({ contents, loader: "js" }));
      }
    },
  };
}

/** Imports all there is to check; nothing has effects, so the bundle comes back empty and is not paid for. */
function entryModule({ modules, project }) {
  const inline = project.page.inline.map((_, index) => `import "inline:${index}";`);
  return [...inline, ...modules.map((path) => `import ${JSON.stringify(`module:${path}`)};`)].join("\n");
}

function resolve(job, { path, importer, namespace }) {
  if (path === ENTRY) return { path, namespace: "entry" };
  if (namespace === "entry") return at(path.slice(path.indexOf(":") + 1), path.slice(0, path.indexOf(":")));
  const from = namespace === "inline" ? job.project.page.inline[Number(importer)].page : importer;
  const members = membersPlace(path);
  if (members) return at(members, "members");
  const result = resolveSpecifier(job.project, from, path);
  if (result.problem) job.findings.report(from, path, result.problem);
  if (!result.path) return result.external && isInDoubt(job, from, path) ? at(path, "package") : EXTERNAL;
  return link(job, from, path, result);
}

function link(job, from, specifier, { path, query }) {
  job.findings.link(from, specifier, path);
  // A test is only parsed: what it imports is not held against it.
  if (isTest(from)) return EXTERNAL;
  if (isUnknownKind(path, query)) job.findings.report(from, specifier, unknownKind(path), { severity: "warning" });
  return at(path, standIn(path, query, job.project.vite.text));
}

const at = (path, namespace) => ({ path, namespace, sideEffects: false });

const unknownKind = (path) => ({
  code: "ASSET_TYPE_UNKNOWN",
  message: `Vite has no loader of its own for ${path}`,
  hint: "Append ?raw or ?url, or configure a plugin",
});
