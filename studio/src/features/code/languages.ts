import type { LanguageSupport } from "@codemirror/language";
import { COMPONENTS, endingOf } from "@/domain/fileKinds";

type Load = () => Promise<LanguageSupport>;

const script = (typescript: boolean): Load => async () =>
  (await import("@codemirror/lang-javascript")).javascript({ jsx: true, typescript });
const css: Load = async () => (await import("@codemirror/lang-css")).css();
const html: Load = async () => (await import("@codemirror/lang-html")).html();
const json: Load = async () => (await import("@codemirror/lang-json")).json();
const markdown: Load = async () => (await import("@codemirror/lang-markdown")).markdown();
const vue: Load = async () => (await import("@codemirror/lang-vue")).vue();

/** A component without a language of its own here is markup with scripts and styles in it; its braces are shown as text. */
const LOADS = new Map<string, Load>(Object.entries({
  ts: script(true),
  tsx: script(true),
  mts: script(true),
  js: script(false),
  jsx: script(false),
  mjs: script(false),
  cjs: script(false),
  css,
  html,
  svg: html,
  ...Object.fromEntries(COMPONENTS.map((each) => [each, html])),
  vue,
  json,
  webmanifest: json,
  md: markdown,
  mdx: markdown,
}));

/** The language of a file, fetched when it is first wanted; null for a file that has none. */
export async function languageOf(path: string): Promise<LanguageSupport | null> {
  return (await LOADS.get(endingOf(path))?.()) ?? null;
}
