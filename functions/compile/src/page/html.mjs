import { blankBetween } from "../scan/mask.mjs";
import { elements, tags } from "../scan/tags.mjs";
import { wait } from "./waits.mjs";

const REMOTE = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;
const POLICY = /<meta[^>]{0,300}content-security-policy/i;
const VARIABLE = /%([A-Z_][A-Z0-9_]{0,80})%/g;

/** The project's page with the drawn script and style in it, where the build would put theirs. */
export function fillPage(text, { script, style, imports, preloads, env }) {
  if (POLICY.test(text)) wait("index.html has a content policy of its own");
  const plain = withoutEntries(text).replace(VARIABLE, (whole, name) => (Object.hasOwn(env, name) ? String(env[name]) : whole));
  const map = Object.keys(imports).length ? `<script type="importmap">${json({ imports })}</script>` : "";
  const early = preloads.map((href) => `<link rel="modulepreload" href="${href}">`).join("");
  const late = `${style ? `<style>${style}</style>` : ""}<script type="module">${inScript(script)}</script>`;
  const head = placeInHead(plain);
  const end = endOfHead(plain, head);
  return plain.slice(0, head) + map + early + plain.slice(head, end) + late + plain.slice(end);
}

/** Behind a comment's beginning, a parser takes the next script's end for a part of it. esbuild has escaped the ends. */
const inScript = (code) => code.replaceAll("<!--", "\\x3C!--");
const json = (value) => JSON.stringify(value).replaceAll("<", "\\u003c");

/** Module scripts and style sheets of the project are part of what was drawn. */
function withoutEntries(text) {
  const html = blankBetween(text, "<!--", "-->");
  const scripts = elements(html, "script").filter(({ attributes }) => isOurs(attributes));
  const links = tags(html, "link").filter(({ attributes }) => isOurSheet(attributes));
  const cuts = [
    ...scripts.map(({ index, start, text: inner }) => [index, html.indexOf(">", start + inner.length) + 1]),
    ...links.map(({ index }) => [index, html.indexOf(">", index) + 1]),
  ].sort((a, b) => b[0] - a[0]);
  return cuts.reduce((left, [from, to]) => left.slice(0, from) + left.slice(to), text);
}

const isOurs = ({ type, src }) => type?.toLowerCase() === "module" && !(src && REMOTE.test(src.trim()));
const isOurSheet = ({ rel = "", href = "" }) => rel.toLowerCase().split(/\s+/).includes("stylesheet") && href && !REMOTE.test(href);

function placeInHead(text) {
  const html = blankBetween(text, "<!--", "-->");
  const found = /<head(?:\s[^>]{0,500})?>/i.exec(html) ?? /<html(?:\s[^>]{0,500})?>/i.exec(html) ?? /^\s*<!doctype[^>]{0,200}>/i.exec(html);
  return found ? found.index + found[0].length : 0;
}

function endOfHead(text, from) {
  const at = blankBetween(text, "<!--", "-->").toLowerCase().indexOf("</head", from);
  return at === -1 ? from : at;
}
