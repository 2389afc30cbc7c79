import { blank } from "../scan/mask.mjs";
import { positionsIn, shifted } from "../scan/places.mjs";
import { elements } from "../scan/tags.mjs";
import { readCss } from "./style.mjs";

const PLAIN = ["css", "postcss"];

/** What the `<style>` blocks of a component name and get wrong, at their places in the component. */
export function readStyleBlocks(path, source) {
  const result = { refs: [], diagnostics: [] };
  const at = positionsIn(source);
  for (const { attributes, start, text } of elements(source, "style")) {
    if (attributes.src) result.refs.push({ kind: "import", specifier: attributes.src });
    if (!PLAIN.includes(attributes.lang ?? "css")) continue;
    const { refs, diagnostics } = readCss(path, text);
    const inComponent = (item) => ({ ...item, ...shifted(item, at(start)) });
    result.refs.push(...refs.map(inComponent));
    result.diagnostics.push(...diagnostics.map(inComponent));
  }
  return result;
}

/** The source without style blocks a CSS parser cannot read; lines and columns stay. */
export function withoutPreprocessedStyles(source) {
  const parts = [];
  let kept = 0;
  for (const { attributes, start, text } of elements(source, "style")) {
    if ((attributes.lang ?? "css") === "css") continue;
    parts.push(source.slice(kept, start), blank(text));
    kept = start + text.length;
  }
  return parts.join("") + source.slice(kept);
}
