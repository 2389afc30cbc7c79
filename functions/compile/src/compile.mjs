import { passes, Refusal, tidy } from "./diagnostics.mjs";
import { MAX_EXPORTED, MAX_PASSED_ON } from "./limits.mjs";
import { isCode, isData, isTool } from "./paths.mjs";
import { readProject } from "./project/read.mjs";
import { checkDropped } from "./css/check.mjs";
import { checkClasses } from "./css/classes.mjs";
import { checkEntries } from "./entries.mjs";
import { checkEscaped, withHint } from "./escaped.mjs";
import { checkStyles } from "./styles.mjs";
import { checkScans } from "./scans.mjs";
import { ContentCache } from "./load/cache.mjs";
import { loadModule } from "./load/module.mjs";
import { Scales } from "./weight/scales.mjs";
import { memo } from "./memo.mjs";
import { Findings } from "./bundle/findings.mjs";
import { readMessages } from "./bundle/messages.mjs";
import { judge, reachedFiles } from "./reach.mjs";
import { jsxModules } from "./scan/jsx.mjs";
import { isTypeOnly, namesOf, passedOn, scanExports } from "./scan/exports.mjs";
import { findDoubts } from "./names/doubts.mjs";
import { starredIn } from "./names/stubs.mjs";
import { undeclaredNames } from "./names/undeclared.mjs";
import { resolveSpecifier } from "./resolve/specifier.mjs";

const cache = new ContentCache();

/** Parses, resolves and bundles a project: `{ok, diagnostics, graph, exports, undeclared, jsx, timings}`. Runs none of it. */
export async function compileProject({ files, diagnostics, catalog, bundler, clock }) {
  const job = newJob(readProject(files, catalog), diagnostics);
  clock.mark("read");
  checkExported(job);
  checkEntries(job);
  readMessages(job, await bundler.run(job));
  checkEscaped(job);
  clock.mark("bundle");
  checkStyles(job);
  checkClasses(job);
  await checkDropped(job);
  clock.mark("styles");
  const globs = checkScans(job);
  const reached = reachedFiles(job, globs);
  const undeclared = await undeclaredNames(job);
  const jsx = await jsxModules(job);
  clock.mark("scan");
  return { ...answer(job, reached), undeclared, jsx };
}

function newJob(project, diagnostics) {
  const code = [...project.files.keys()].filter(isCode);
  const job = {
    project,
    diagnostics: [...diagnostics, ...project.diagnostics],
    findings: new Findings(),
    generated: new Set(),
    searches: 0,
    styleRefs: new Map(),
    modules: [...code.filter(isChecked), ...[...project.files.keys()].filter(isData)],
    scans: scanAll(project.files, code),
  };
  job.doubts = findDoubts(project);
  job.scales = new Scales(project);
  job.starred = starredIn(job.scans);
  job.load = (path) => loadModule(job, path);
  const targetsOf = memo((path) =>
    job.scans.get(path).stars.map((specifier) => resolveSpecifier(project, path, specifier).path ?? null),
  );
  job.passedOn = passedOn(job.scans, targetsOf);
  job.namesOf = memo((path) => namesOf(path, job.scans, targetsOf));
  job.isTypeOnly = (path, name) => isTypeOnly(path, name, job.scans, targetsOf);
  return job;
}

function checkExported({ passedOn, scans }) {
  const exported = [...scans.values()].reduce((sum, { values, types }) => sum + values.size + types.size, 0);
  if (exported > MAX_EXPORTED) throw tooMany(`${exported} names are exported, and ${MAX_EXPORTED} may be`);
  if (passedOn > MAX_PASSED_ON)
    throw tooMany(`Names are passed on ${passedOn} times by "export *", and may be ${MAX_PASSED_ON} times`);
}

const tooMany = (message) => new Refusal("SOURCE_TOO_LARGE", message);

function scanAll(files, code) {
  const texts = code.map((path) => [path, files.get(path)]).filter(([, text]) => typeof text === "string");
  return new Map(texts.map(([path, text]) => [path, cache.get("exports", path, text, () => scanExports(path, text))]));
}

/** Files below public/ are copied as they are. */
const isChecked = (path) => !path.startsWith("public/") && !isTool(path);

function answer(job, reached) {
  const { files } = job.project;
  const found = [...job.diagnostics, ...job.findings.diagnostics(files)];
  const judged = judge(job.project, found, reached).map((item) => withHint(files, item));
  const diagnostics = tidy(judged.map(publicShape));
  const exports = Object.fromEntries([...job.scans.keys()].sort().map((path) => [path, job.namesOf(path)]));
  return { ok: passes(diagnostics), diagnostics, graph: job.findings.graph(), exports };
}

const publicShape = ({ thrown: _thrown, ...item }) => item;
