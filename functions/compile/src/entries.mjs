import { error, warning } from "./diagnostics.mjs";
import { isStyle } from "./paths.mjs";
import { resolveSpecifier } from "./resolve/specifier.mjs";

/** Resolves what the pages load. */
export function checkEntries(job) {
  const { entries, styles } = job.project.page;
  for (const entry of entries)
    link(job, entry, (place) =>
      error("ENTRY_UNRESOLVED", `${entry.page} loads "${entry.specifier}", which does not exist`, place),
    );
  for (const style of styles)
    link(job, style, (place) =>
      warning("ENTRY_UNRESOLVED", `${style.page} links "${style.specifier}", which does not exist`, place),
    );
}

function link(job, { page, specifier, line, column }, complain) {
  // In a page a name without a dot is a path, too.
  const name = /^[./]/.test(specifier) ? specifier : `./${specifier}`;
  const { path, problem } = resolveSpecifier(job.project, page, name.split("#")[0]);
  if (path) addRoot(job, page, specifier, path);
  else
    job.diagnostics.push(
      complain({
        path: page,
        line,
        column,
        hint: typeof problem?.hint === "function" ? problem.hint() : problem?.hint,
      }),
    );
}

function addRoot(job, page, specifier, path) {
  job.findings.link(page, specifier, path);
  if (!isStyle(path) && !path.startsWith("public/") && !job.modules.includes(path)) job.modules.push(path);
}
