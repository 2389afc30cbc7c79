import { blank } from "../scan/mask.mjs";
import { elements } from "../scan/tags.mjs";
import { readCss } from "./style.mjs";

const PLAIN = ["css", "postcss"];

/** What the `<style>` blocks of a component name and get wrong, at their places in the component. */
export function readStyleBlocks(path, source) {
  const result = { refs: [], diagnostics: [] };
  for (const { attributes, start, text } of elements(source, "style")) {
    if (attributes.src) result.refs.push({ kind: "import", specifier: attributes.src });
    if (!PLAIN.includes(attributes.lang ?? "css")) continue;
    const { refs, diagnostics } = readCss(path, blank(source.slice(0, start)) + text);
    result.refs.push(...refs);
    result.diagnostics.push(...diagnostics);
  }
  return result;
}

/** The source without style blocks a CSS parser cannot read; lines and columns stay. */
export function withoutPreprocessedStyles(source) {
  let result = source;
  for (const { attributes, start, text } of elements(source, "style")) {
    if ((attributes.lang ?? "css") !== "css")
      result = result.slice(0, start) + blank(text) + result.slice(start + text.length);
  }
  return result;
}
