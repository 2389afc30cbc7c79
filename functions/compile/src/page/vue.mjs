import { hash } from "node:crypto";

import { ContentCache } from "../load/cache.mjs";
import { prepareVue, virtual } from "../load/vue.mjs";
import { wait } from "./waits.mjs";

const cache = new ContentCache();
const TYPESCRIPT = /^tsx?$/;

/** A component as its build compiles it: `{contents, loader, styles: [text]}`; `draft.style` makes plain CSS of a sheet. */
export async function draw({ project: { files }, style }, path, source) {
  const compiler = await prepareVue();
  const { descriptor, errors } = compiler.parse(source, { filename: path, sourceMap: false });
  if (errors.length) wait(`${path} does not compile`);
  requireWhole(path, descriptor);
  const id = hash("sha256", path + source).slice(0, 8);
  const scoped = descriptor.styles.some((one) => one.scoped);
  const unit = { compiler, path, descriptor, id, scoped, files };
  const { code, lang } = cache.get("page", path, source, () => component(unit), files);
  const styles = await Promise.all(descriptor.styles.map((one) => scopedStyle(unit, one, style)));
  return { contents: code, loader: lang, styles };
}

/** Parts that lie elsewhere or in another language are put together by the build. */
function requireWhole(path, { template, script, scriptSetup, styles, customBlocks }) {
  const parts = [template, script, scriptSetup, ...styles].filter(Boolean);
  if (parts.some(({ src }) => src)) wait(`${path} has a part in another file`);
  if (template?.lang && template.lang !== "html") wait(`${path} has a template in ${template.lang}`);
  if (styles.some(({ lang, module }) => module || !["css", "postcss", undefined].includes(lang))) wait(`${path} has styles that need a preprocessor`);
  if (customBlocks.length) wait(`${path} has a <${customBlocks[0].type}> block`);
}

function component(unit) {
  const { compiler, path, descriptor, id, scoped, files } = unit;
  const inline = Boolean(descriptor.scriptSetup);
  const fs = virtual(files);
  for (const name of files.keys()) compiler.invalidateTypeCache(name);
  const script =
    descriptor.script || descriptor.scriptSetup
      ? compiler.compileScript(descriptor, {
          id, isProd: true, inlineTemplate: inline, genDefaultAs: "__component", sourceMap: false, fs,
          templateOptions: templateOptions(unit),
        })
      : { content: "const __component = {};", lang: "js" };
  const lang = ["ts", "tsx", "jsx"].includes(script.lang) ? script.lang : "js";
  const render = inline ? "" : rendered(unit, script, path);
  const marks = scoped ? `__component.__scopeId = "data-v-${id}";` : "";
  const code = `${script.content}\n${render}\n${marks}\nexport default __component;`;
  return { code, lang, seen: fs.seen };
}

function rendered(unit, script, path) {
  const { compiler, descriptor } = unit;
  if (!descriptor.template) return "";
  const options = templateOptions(unit);
  const { code, errors } = compiler.compileTemplate({
    ...options, source: descriptor.template.content, filename: path,
    compilerOptions: { ...options.compilerOptions, bindingMetadata: script.bindings },
  });
  if (errors.length) wait(`${path} does not compile`);
  return `${code.replace(/\bexport (function|const) render\b/, "$1 __render")}\n__component.render = __render;`;
}

function templateOptions({ path, descriptor, id, scoped }) {
  const typescript = TYPESCRIPT.test(descriptor.scriptSetup?.lang ?? descriptor.script?.lang ?? "");
  return {
    id, filename: path, scoped, isProd: true, slotted: descriptor.slotted, ssrCssVars: descriptor.cssVars,
    transformAssetUrls: { includeAbsolute: true },
    compilerOptions: { scopeId: scoped ? `data-v-${id}` : undefined, expressionPlugins: typescript ? ["typescript"] : [] },
  };
}

async function scopedStyle({ compiler, path, id }, { content, scoped }, style) {
  const plain = await style(path, content);
  const { code, errors } = await compiler.compileStyleAsync({ source: plain, filename: path, id: `data-v-${id}`, scoped, isProd: true });
  if (errors.length) wait(`${path} has styles that do not compile`);
  return code;
}
