/** What a project path is, by its name alone. Paths are POSIX and relative to the project root. */
import { COMPONENTS } from "./frameworks.mjs";

const CODE = new Set(["ts", "tsx", "js", "jsx", "mts", "cts", "mjs", "cjs", ...COMPONENTS]);
const STYLE = new Set(["css", "pcss", "postcss", "scss", "sass", "less", "styl", "stylus"]);
// What Vite turns into a URL without any plugin; the first two lists are binary.
const MEDIA =
  "apng bmp png jpg jpeg jfif pjpeg pjp gif ico webp avif cur jxl mp4 webm ogg mp3 wav flac aac opus mov m4a";
const FONTS = "woff woff2 eot ttf otf pdf";
const ASSET = new Set(`${MEDIA} ${FONTS} svg vtt webmanifest txt`.split(" "));
const BINARY = new Set(`${MEDIA} ${FONTS} wasm m4v oga ogv glb sqlite sqlite3 db`.split(" "));
// Configuration of tools that no build runs, and the stories of one.
const TOOL =
  /^(?:(?!(?:vite|vitest|svelte|postcss|tailwind|uno|unocss|windi)\.)[\w-]+\.config|\.[\w-]+rc|gulpfile|Gruntfile)\.[mc]?[jt]s$|\.(?:stories|story)\.[^/]+$|^(?:\.storybook|cypress)\//;
const TEST = /^(?:tests?|e2e)\/|(^|\/)__tests__\/|\.(test|spec)\.[^/]+$/;

export function extension(path) {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? "" : name.slice(dot + 1).toLowerCase();
}

export const isCode = (path) => CODE.has(extension(path)) && !isDeclaration(path);
export const isComponent = (path) => COMPONENTS.includes(extension(path));
export const isStyle = (path) => STYLE.has(extension(path));
export const isPlainCss = (path) => ["css", "pcss", "postcss"].includes(extension(path));
export const isCssModule = (path) => /\.module\.[a-z]+$/.test(path);
export const isAsset = (path) => ASSET.has(extension(path));
export const isBinary = (path) => BINARY.has(extension(path));
export const isJson = (path) => extension(path) === "json";
/** Data that code may import. */
export const isData = (path) => isJson(path) && path.startsWith("src/") && !isTest(path);
export const isTool = (path) => TOOL.test(path);
export const isDeclaration = (path) => /\.d\.([a-z]+\.)?[mc]?ts$/.test(path);
export const isTypeScript = (path) => ["ts", "tsx", "mts", "cts"].includes(extension(path));
export const isTest = (path) => TEST.test(path);
/** A page of the build: below public/ it is only copied, below src/ a component may read it. */
export const isPage = (path) => extension(path) === "html" && !/^(?:public|src)\//.test(path);
export const isRootFile = (path) => !path.includes("/");
export const isRuneModule = (path) => /\.svelte\.(?:[^/]+\.)?[jt]s$/.test(path);

export const directory = (path) => (path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "");

/** Joins and normalises; null when the result leaves the project. */
export function join(base, relative) {
  const parts = base === "" ? [] : base.split("/");
  for (const part of relative.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join("/");
}

/** The specifier with which a module in `from` names `target`. */
export function relativeSpecifier(from, target) {
  const base = directory(from).split("/").filter(Boolean);
  const parts = target.split("/");
  while (base.length && parts.length > 1 && base[0] === parts[0]) {
    base.shift();
    parts.shift();
  }
  return `${base.length ? "../".repeat(base.length) : "./"}${parts.join("/")}`;
}
