import { error, warning } from "../diagnostics.mjs";
import { COMPONENTS } from "../frameworks.mjs";
import { blankBetween } from "../scan/mask.mjs";
import { positionsIn } from "../scan/places.mjs";
import { elements, tags } from "../scan/tags.mjs";

const PAGE = "index.html";
const REMOTE = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;
const LOCAL_CODE = new RegExp(`\\.(?:[mc]?[jt]sx?|${COMPONENTS.join("|")})(?:\\?|$)`, "i");

/** `{entries: [{specifier, line, column}], inline: [{text, line, column}], styles: [...], diagnostics}` of index.html. */
export function readPage(files) {
  const text = files.get(PAGE);
  if (typeof text !== "string") return page([error("INDEX_HTML_MISSING", "index.html is missing", { path: PAGE })]);
  const html = blankBetween(text, "<!--", "-->");
  const at = positionsIn(html);
  const result = page([]);
  for (const script of elements(html, "script")) addScript(result, at, script);
  for (const link of tags(html, "link")) addLink(result, at, link);
  if (!result.entries.length && !result.inline.length) result.diagnostics.push(noEntry(result));
  return result;
}

const page = (diagnostics) => ({ entries: [], inline: [], styles: [], diagnostics });

function addScript(result, at, { attributes, index, start, text }) {
  const src = attributes.src?.trim();
  const place = at(index);
  if (attributes.type?.toLowerCase() !== "module") return noteClassic(result, src, place);
  if (!src && text.trim()) result.inline.push({ text, ...at(start) });
  else if (src && !REMOTE.test(src)) result.entries.push({ specifier: src, ...place });
}

function noteClassic(result, src, place) {
  if (!src || REMOTE.test(src) || !LOCAL_CODE.test(src) || !/^\.?\/?src\//.test(src)) return;
  const where = { path: PAGE, ...place, hint: `<script type="module" src="${src}"></script>` };
  result.diagnostics.push(warning("ENTRY_NOT_MODULE", `${src} is not bundled without type="module"`, where));
}

function addLink(result, at, { attributes, index }) {
  const { rel = "", href = "" } = attributes;
  if (!rel.toLowerCase().split(/\s+/).includes("stylesheet") || REMOTE.test(href) || !href) return;
  result.styles.push({ specifier: href, ...at(index) });
}

function noEntry(result) {
  const hint = result.diagnostics[0]?.hint ?? '<script type="module" src="/src/main.tsx"></script>';
  return error("ENTRY_MISSING", "index.html loads no module script", { path: PAGE, hint });
}
