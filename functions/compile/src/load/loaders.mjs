import { extension } from "../paths.mjs";

/** esbuild's loader of each extension; `loaderOf` knows what the project's settings make of it. */
export const LOADERS = {
  ts: "ts",
  mts: "ts",
  cts: "ts",
  tsx: "tsx",
  js: "js",
  mjs: "js",
  cjs: "js",
  jsx: "jsx",
  json: "json",
};

/** As the build reads a module. Where the configuration cannot tell, JSX is taken: the build decides. */
export const loaderOf = ({ vite }, path) => vite.loaderOf(path, LOADERS[extension(path)]) ?? "jsx";

/** Whether the configuration cannot tell. */
export const isJsxInDoubt = ({ vite }, path) => vite.loaderOf(path, LOADERS[extension(path)]) === null;
