import { esbuild } from "../bundle/service.mjs";
import { warning } from "../diagnostics.mjs";
import { ContentCache } from "../load/cache.mjs";
import { isJsxInDoubt } from "../load/loaders.mjs";
import { extension } from "../paths.mjs";

const TAG = /<[A-Za-z>]/;
const IS_JSX = /JSX syntax extension is not currently enabled/;
const cache = new ContentCache();

/**
 * The `.js` modules that hold JSX: esbuild parses them with it and not without. One that a build may or may not read
 * gets a warning.
 */
export async function jsxModules(job) {
  const paths = job.modules.filter((path) => extension(path) === "js" && TAG.test(String(job.project.files.get(path))));
  const held = await Promise.all(paths.map((path) => holdsJsx(path, String(job.project.files.get(path)))));
  const found = paths.filter((_, index) => held[index]).sort();
  const doubtful = found.filter((path) => isJsxInDoubt(job.project, path));
  job.diagnostics.push(...doubtful.map(inDoubt));
  return found;
}

const holdsJsx = (path, source) => cache.get("jsx", path, source, async () => {
  const { transform } = await esbuild();
  const options = { jsx: "preserve", target: "esnext", logLevel: "silent", tsconfigRaw: "{}" };
  const parses = (loader) => transform(source, { ...options, loader }).then(() => null, ({ errors = [] }) => errors);
  const complaints = await parses("js");
  return complaints !== null && complaints.some(({ text }) => IS_JSX.test(text)) && (await parses("jsx")) === null;
});

const inDoubt = (path) =>
  warning("JSX_IN_DOUBT", "A .js file with JSX; whether the build reads it is for vite.config to say", {
    path,
    hint: "Rename the file to .jsx",
  });
