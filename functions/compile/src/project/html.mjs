import { error, warning } from "../diagnostics.mjs";
import { blank } from "../scan/mask.mjs";
import { position } from "../scan/imports.mjs";

const PAGE = "index.html";
const COMMENT = /<!--[\s\S]*?-->/g;
const SCRIPT = /<script\b((?:[^>"']|"[^"]*"|'[^']*'){0,2000})>([\s\S]*?)<\/script\s*>/gi;
const LINK = /<link\b((?:[^>"']|"[^"]*"|'[^']*'){0,2000})>/gi;
const ATTRIBUTE = /([^\s=>"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+)))?/g;
const REMOTE = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;
const LOCAL_CODE = /\.(?:[mc]?[jt]sx?|vue|svelte)(?:\?|$)/i;

/** `{entries: [{specifier, line, column}], inline: [source], styles: [...], diagnostics}` of index.html. */
export function readPage(files) {
  const text = files.get(PAGE);
  if (typeof text !== "string") return page([error("INDEX_HTML_MISSING", "index.html is missing", { path: PAGE })]);
  const html = text.replace(COMMENT, blank);
  const result = page([]);
  for (const match of html.matchAll(SCRIPT)) addScript(result, html, match);
  for (const match of html.matchAll(LINK)) addLink(result, html, match);
  if (!result.entries.length && !result.inline.length) result.diagnostics.push(noEntry(result));
  return result;
}

const page = (diagnostics) => ({ entries: [], inline: [], styles: [], diagnostics });

function addScript(result, html, match) {
  const attributes = read(match[1]);
  const src = attributes.src?.trim();
  const place = position(html, match.index);
  if (attributes.type?.toLowerCase() !== "module") return noteClassic(result, src, place);
  if (!src && match[2].trim()) result.inline.push(padded(html, match));
  else if (src && !REMOTE.test(src)) result.entries.push({ specifier: src, ...place });
}

function noteClassic(result, src, place) {
  if (!src || REMOTE.test(src) || !LOCAL_CODE.test(src) || !/^\.?\/?src\//.test(src)) return;
  const where = { path: PAGE, ...place, hint: `<script type="module" src="${src}"></script>` };
  result.diagnostics.push(warning("ENTRY_NOT_MODULE", `${src} is not bundled without type="module"`, where));
}

function addLink(result, html, match) {
  const { rel = "", href = "" } = read(match[1]);
  if (!rel.toLowerCase().split(/\s+/).includes("stylesheet") || REMOTE.test(href) || !href) return;
  result.styles.push({ specifier: href, ...position(html, match.index) });
}

/** The inline module at its own line and column, so that places in it are places in the page. */
function padded(html, match) {
  const start = match.index + match[0].indexOf(">", match[1].length) + 1;
  return blank(html.slice(0, start)) + match[2];
}

function noEntry(result) {
  const hint = result.diagnostics[0]?.hint ?? '<script type="module" src="/src/main.tsx"></script>';
  return error("ENTRY_MISSING", "index.html loads no module script", { path: PAGE, hint });
}

function read(text) {
  const attributes = {};
  for (const [, name, ...values] of text.matchAll(ATTRIBUTE)) {
    attributes[name.toLowerCase()] = values.find((value) => value !== undefined) ?? "";
  }
  return attributes;
}
