import { error, warning } from "./diagnostics.mjs";
import { isStyle } from "./paths.mjs";
import { resolveSpecifier } from "./resolve/specifier.mjs";

const PAGE = "index.html";

/** Resolves what index.html loads. */
export function checkEntries(job) {
  const { entries, styles } = job.project.page;
  for (const entry of entries)
    link(job, entry, (place) =>
      error("ENTRY_UNRESOLVED", `index.html loads "${entry.specifier}", which does not exist`, place),
    );
  for (const style of styles)
    link(job, style, (place) =>
      warning("ENTRY_UNRESOLVED", `index.html links "${style.specifier}", which does not exist`, place),
    );
}

function link(job, { specifier, line, column }, complain) {
  // In a page a name without a dot is a path, too.
  const name = /^[./]/.test(specifier) ? specifier : `./${specifier}`;
  const { path, problem } = resolveSpecifier(job.project, PAGE, name.split("#")[0]);
  if (path) addRoot(job, specifier, path);
  else
    job.diagnostics.push(
      complain({
        path: PAGE,
        line,
        column,
        hint: typeof problem?.hint === "function" ? problem.hint() : problem?.hint,
      }),
    );
}

function addRoot(job, specifier, path) {
  job.findings.link(PAGE, specifier, path);
  if (!isStyle(path) && !path.startsWith("public/") && !job.modules.includes(path)) job.modules.push(path);
}
