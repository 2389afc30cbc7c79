import { memo } from "../memo.mjs";
import { constantsOf, endOfValue, isString, partsWithin, textOf, tokensOf } from "./config_tokens.mjs";
import { readFilter, takes } from "./vite_filter.mjs";

const ABOUT = /\b(?:esbuild|moduleTypes?|transformWithEsbuild|transformWithOxc|babel|plugin-vue-jsx)\b/;
const ROLLDOWN = 8;
const AS_NAMED = (_, loader) => loader;
const IN_DOUBT = (_, loader) => (loader === "js" ? null : loader);
const TRANSFORMED = /\.(?:m?ts|[jt]sx)$/;
const JAVASCRIPT = [/\.js$/];
const JSX = /^(?:jsx|tsx)$/;

/**
 * How a build reads a module: a function of its path and of esbuild's loader for its extension, which answers a
 * loader, or null for plain JavaScript that may hold JSX or not, as far as the configuration tells.
 */
export function readLoaders(text, packages) {
  if (!ABOUT.test(text)) return AS_NAMED;
  const tokens = tokensOf(text);
  if (!tokens) return IN_DOUBT;
  const config = { tokens, constants: constantsOf(tokens), text, packages };
  return majorOf(packages) >= ROLLDOWN ? byRolldown(config) : byEsbuild(config);
}

/** A project that does not declare Vite gets today's. */
function majorOf({ versions }) {
  const declared = versions.get("vite");
  return Number(/\d+/.exec(typeof declared === "string" ? declared : "")?.[0] ?? ROLLDOWN);
}

/**
 * Vite 7 and before: esbuild transforms the files of `include`, all with the same `loader` where one is set, and leaves
 * the others to Rollup, which knows JavaScript alone. `.js` is excluded unless `exclude` has a value.
 */
function byEsbuild(config) {
  const { text } = config;
  if (/\btransformWithEsbuild\b/.test(text) || isByPlugin(config)) return IN_DOUBT;
  const places = valuesOf(config, "esbuild");
  if (places.length === 0 || isOff(config, places)) return AS_NAMED;
  const settings = places.length === 1 ? readObject(config, places[0]) : null;
  if (!settings) return IN_DOUBT;
  const [loader, include, exclude] = ["loader", "include", "exclude"].map((name) => settings.get(name));
  if (!loader && !include && !exclude) return AS_NAMED;
  const [wanted, refused] = [include, exclude].map((place) => place && readFilter(config.tokens, place));
  if ((loader && !isLiteral(config, loader)) || wanted === null || refused === null) return IN_DOUBT;
  const chosen = loader && textOf(config.tokens[loader[0]]);
  const isTransformed = memo((path) => (wanted ? takes(wanted, path) : TRANSFORMED.test(path)) && !takes(refused ?? JAVASCRIPT, path));
  return (path, named) => (named === "json" ? named : isTransformed(path) ? (chosen ?? named) : "js");
}

/** Vite 8: `moduleTypes`, unless the transformation of Oxc, which knows no JSX in JavaScript, takes the file first. */
function byRolldown(config) {
  const { text, tokens, packages } = config;
  const needsEsbuild = /\btransformWithEsbuild\b/.test(text) && packages.declared.has("esbuild");
  if (needsEsbuild || /\b(?:transformWithOxc|moduleType)\b/.test(text) || isByPlugin(config)) return IN_DOUBT;
  const places = valuesOf(config, "moduleTypes").filter((place) => !isForDependencies(config, place));
  if (places.length === 0) return AS_NAMED;
  const settings = places.length === 1 ? readObject(config, places[0]) : null;
  if (!settings) return IN_DOUBT;
  const type = settings.get(".js");
  if (!type || !isLiteral(config, type)) return type ? IN_DOUBT : AS_NAMED;
  if (!JSX.test(textOf(tokens[type[0]]))) return AS_NAMED;
  const refines = ["esbuild", "oxc"].some((name) => valuesOf(config, name).some((place) => !isOff(config, [place])));
  if (refines || /\b(?:include|refreshInclude)\s*:/.test(text)) return IN_DOUBT;
  const isRefreshed = /["']@vitejs\/plugin-react["']/.test(text) && !isOff(config, valuesOf(config, "oxc"));
  return isRefreshed ? AS_NAMED : (path, loader) => (path.endsWith(".js") ? "jsx" : loader);
}

/** Babel with a preset of its own, and Vue's plugin for the files of its `include`. */
function isByPlugin({ text }) {
  if (/\bbabel\b/.test(text) && /preset-react|transform-react-jsx/.test(text)) return true;
  return /plugin-vue-jsx/.test(text) && /\binclude\s*:/.test(text);
}

/** `[from, to]` of the values of a setting, wherever it is. */
function valuesOf({ tokens }, name) {
  return tokens.flatMap((token, at) => {
    const key = isString(token) ? textOf(token) : token;
    return key === name && tokens[at + 1] === ":" ? [[at + 2, endOfValue(tokens, at + 2)]] : [];
  });
}

const isOff = ({ tokens }, places) => places.length > 0 && places.every(([from]) => tokens[from] === "false");

const isLiteral = ({ tokens }, [from, to]) => to === from + 1 && isString(tokens[from]);

/** Name -> `[from, to]` of the object at a place; null where it is something else, or has parts that are no settings. */
function readObject({ tokens, constants }, [from, to]) {
  const isConstant = to === from + 1 && constants.has(tokens[from]);
  const open = isConstant ? constants.get(tokens[from]) : from;
  if (tokens[open] !== "{") return null;
  const found = new Map();
  for (const [start, end] of partsWithin(tokens, open)) {
    if (tokens[start + 1] !== ":") return null;
    found.set(isString(tokens[start]) ? textOf(tokens[start]) : tokens[start], [start + 2, end]);
  }
  return found;
}

/** Whether a place is inside `optimizeDeps`, which no build reads. */
function isForDependencies(config, [from]) {
  return valuesOf(config, "optimizeDeps").some(([start, end]) => start <= from && from < end);
}
