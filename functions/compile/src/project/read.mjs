import { isJson, isRootFile } from "../paths.mjs";
import { readPages } from "./html.mjs";
import { parseJson } from "./json.mjs";
import { readPackages } from "./packages.mjs";
import { readTsconfig } from "./tsconfig.mjs";
import { readViteConfig } from "./vite.mjs";

const LENIENT = /^(?:tsconfig|jsconfig|\.?eslintrc|\.?oxlintrc|_oxlintrc|biome)/;

/** Everything the gate knows about a project before it looks at code. */
export function readProject(files, catalog) {
  const packages = readPackages(files);
  const tsconfig = readTsconfig(files);
  const vite = readViteConfig(files, packages);
  const page = readPages(files, vite.text);
  const diagnostics = [packages, tsconfig, page].flatMap((part) => part.diagnostics).concat(checkRootJson(files));
  return { files, packages, tsconfig, vite, page, catalog: catalogOf(catalog), diagnostics, folded: fold(files) };
}

function checkRootJson(files) {
  const paths = [...files.keys()].filter((path) => isRootFile(path) && isJson(path));
  const strict = paths.filter(
    (path) => path !== "package.json" && !LENIENT.test(path) && typeof files.get(path) === "string",
  );
  return strict.flatMap((path) => asWarning(parseJson(path, files.get(path)).problem));
}

/** No build reads it. */
const asWarning = (problem) => (problem ? [{ ...problem, severity: "warning" }] : []);

const catalogOf = (catalog) => (catalog?.names && typeof catalog.names === "object" ? catalog.names : null);

/** Lower-case path -> path, for "differs only in case". */
const fold = (files) => new Map([...files.keys()].map((path) => [path.toLowerCase(), path]));
