import { blank } from "../scan/mask.mjs";
import { readCss } from "./style.mjs";

const STYLE = /<style\b([^>]{0,500})>([\s\S]*?)<\/style\s*>/gi;
const LANG = /\blang\s*=\s*["']?([\w-]+)/i;
const SRC = /\bsrc\s*=\s*["']([^"'\n]{1,300})["']/i;

/** The `<style>` blocks of a component, each as if it stood at its own line and column in an otherwise blank file. */
export function styleBlocks(source) {
  return [...source.matchAll(STYLE)].map((match) => {
    const start = match.index + match[0].indexOf(">", match[1].length) + 1;
    return { lang: LANG.exec(match[1])?.[1] ?? "css", src: SRC.exec(match[1])?.[1], css: blank(source.slice(0, start)) + match[2] };
  });
}

export function readStyleBlocks(path, source) {
  const result = { refs: [], diagnostics: [] };
  for (const block of styleBlocks(source)) {
    const found = ["css", "postcss"].includes(block.lang) ? readCss(path, block.css) : { refs: [], diagnostics: [] };
    result.refs.push(...found.refs);
    result.diagnostics.push(...found.diagnostics);
    if (block.src) result.refs.push({ kind: "import", specifier: block.src });
  }
  return result;
}

/** The source without style blocks a CSS parser cannot read; lines and columns stay. */
export function withoutPreprocessedStyles(source) {
  return source.replace(STYLE, (whole, attributes, css) => {
    const lang = LANG.exec(attributes)?.[1] ?? "css";
    return lang === "css" ? whole : whole.replace(css, () => blank(css));
  });
}
