import assert from "node:assert/strict";
import { test } from "node:test";

import { compile, compileLoaded, only, places } from "./support.mjs";

const DROPPED = /^CSS_(?:PROPERTY_UNKNOWN|VALUE_INVALID|AT_RULE_UNKNOWN) /;
const sheet = (css, more = {}) => compileLoaded({ "src/a.css": css, ...more });
const dropped = (report) => places(report, "warning").filter((place) => DROPPED.test(place));

for (const [code, css, hint] of [
  ["CSS_PROPERTY_UNKNOWN", "a {\n  colr: red;\n}", /"color"/],
  ["CSS_PROPERTY_UNKNOWN", "a {\n  backgroud-color: red;\n}", /"background-color"/],
  ["CSS_PROPERTY_UNKNOWN", "a {\n  zzzz-qqqq: red;\n}", undefined],
  ["CSS_VALUE_INVALID", "a {\n  display: flx;\n}", /"flex"/],
  ["CSS_VALUE_INVALID", "a {\n  justify-content: space-betwen;\n}", /"space-between"/],
  ["CSS_VALUE_INVALID", "a {\n  padding: 10 20px;\n}", /unit/],
  ["CSS_VALUE_INVALID", "a {\n  color: #12345;\n}", undefined],
  ["CSS_VALUE_INVALID", "a {\n  background: linear-gradient(to rigth, red, blue);\n}", /"right"/],
  ["CSS_VALUE_INVALID", "@media (width > 1px) { a { b {\n  margin: auto auto auto 1 px; } } }", undefined],
  ["CSS_AT_RULE_UNKNOWN", "a {}\n  @keyfrmes x { from { top: 0 } }", /"@keyframes"/],
])
  test(`a browser drops ${css.replace(/\s+/g, " ")}`, async () => {
    const report = await sheet(css);
    assert.equal(report.ok, true);
    assert.deepEqual(dropped(report), [`${code} src/a.css:2:3`]);
    if (hint) assert.match(only(report, code).hint, hint);
    else assert.equal(only(report, code).hint, undefined);
  });

test("the message names the declaration", async () => {
  const report = await sheet("a { display: flx !important; color: blu }");
  assert.deepEqual(
    report.diagnostics.map((item) => item.message),
    ['A browser drops "display: flx": the value does not fit', 'A browser drops "color: blu": the value does not fit'],
  );
});

for (const css of [
  '@import "tailwindcss";\n@plugin "@tailwindcss/typography";\n@source "../x";\n@custom-variant dark (&:where(.dark, .dark *));',
  "@theme inline { --color-*: initial; --font-sans: Inter, sans-serif; --breakpoint-3xl: 120rem; }",
  "@theme { --animate-in: in 1s; @keyframes in { from { opacity: 0 } to { opacity: 100% } } }",
  "@utility tab-* { tab-size: --value(--tab-size-*, integer); color: --alpha(var(--a) / 50%); margin: --spacing(4); }",
  "@layer base, components; @layer base { h1 { @apply text-2xl font-bold; @variant dark { color: white } } }",
  "a { color: theme(--color-red-500); width: calc(100% - theme(spacing.4)); margin: -var(--x); padding: 0 var(--a) }",
  "a { --x: {a: b}; --Y:; color: var(--x, red); inset: env(safe-area-inset-top) auto }",
  "a { display: -webkit-box; -webkit-line-clamp: 3; -webkit-box-orient: vertical; width: -moz-available; -moz-osx-font-smoothing: grayscale }",
  "a { background: -webkit-linear-gradient(top, red, blue); *zoom: 1; _height: 1px; filter: progid:DX.Y(a=1) }",
  ".a { composes: b from './b.css'; } :export { primary: red; } @value primary: red;",
  "@font-face { font-family: X; src: url(x.woff2) format('woff2'); font-display: swap; unicode-range: U+0-FF }",
  "@property --x { syntax: '<length>'; inherits: false; initial-value: 0px } @page { size: A4; margin: 1cm; @top-left { content: 'x' } }",
  "@counter-style x { system: cyclic; symbols: '*'; suffix: ' ' } @view-transition { navigation: auto }",
  "@supports (display: grid) { @container card (width > 30rem) { .a { &:hover { grid-template: 'a b' 1fr / auto 1fr } } } }",
  "a { color: color-mix(in oklab, red 20%, transparent); background: oklch(from red l c h / 50%); inset: 0 auto; height: 100dvh }",
  "a { text-wrap: balance; field-sizing: content; interpolate-size: allow-keywords; anchor-name: --a; position-area: top left; corner-shape: squircle }",
  "a { transition: opacity .2s allow-discrete, display .2s; @starting-style { opacity: 0 } view-transition-name: x; animation-timeline: view() }",
  "a { content: '\\201C' / 'quote'; font: 600 1rem/1.5 'Inter', sans-serif; mask: url(#m) center / cover; scrollbar-gutter: stable both-edges }",
  "a { COLOR: RED; Margin: 0 AUTO; overflow: overlay; width: fit-content; aspect-ratio: 16/9; order: revert-layer; fill: none; stroke-width: 2 }",
  "a { width: if(media(width > 3px): 2px; else: 3px); width: attr(data-w px); z-index: sibling-index() }",
  "@-webkit-keyframes x { from { top: 0 } } @-moz-document url-prefix() { a { colr: red } }",
  "@font-feature-values X { @styleset { nice: 12 } } @position-try --a { top: anchor(bottom) } @scope (.a) to (.b) { p { color: red } }",
  "a { color: rgb(0 0 0 / 50%); clip-path: polygon(0 0, 100% 0, 50% 100%); transform: translate3d(0, 0, 0) rotate(45deg); gap: 0 }",
])
  test(`nothing is dropped of ${css.slice(0, 60)}`, async () => assert.deepEqual((await sheet(css)).diagnostics.filter((item) => DROPPED.test(`${item.code} `)), []));

test("in components, at the author's line, and not in another language", async () => {
  const style = (lang) => `<p>x</p>\n<style${lang}>\n  p { colr: red; width: v-bind(w); }\n</style>\n`;
  const report = await compile({
    "src/main.tsx": 'import A from "./A.vue"; import B from "./B.svelte"; import "./c.scss"; console.log(A, B);',
    "src/A.vue": `<template><p /></template>\n<style scoped>\n  p { colr: red; width: v-bind(w); }\n</style>\n<script setup>const w = 1</script>\n`,
    "src/B.svelte": style(""),
    "src/C.svelte": style(' lang="scss"'),
    "src/c.scss": "p { colr: $red; }",
    "public/d.css": "p { colr: red }",
  });
  assert.deepEqual(dropped(report), ["CSS_PROPERTY_UNKNOWN src/A.vue:3:7", "CSS_PROPERTY_UNKNOWN src/B.svelte:3:7"]);
});

test("a project whose packages add to CSS is not judged", async () => {
  const with_ = (name) => ({ "package.json": JSON.stringify({ devDependencies: { [name]: "1" } }) });
  assert.deepEqual(dropped(await sheet("a { sizze: 1px }", with_("postcss-mixins"))), []);
  assert.equal(dropped(await sheet("a { sizze: 1px }", with_("@tailwindcss/postcss"))).length, 1);
});

test("what does not parse is an error, as in a build, and nothing else", async () => {
  assert.deepEqual((await sheet("a { colr: red\n  // note\n color: x }")).diagnostics.map(({ code }) => code), ["CSS_SYNTAX"]);
  assert.deepEqual(places(await sheet("a { color: red\n background: blue; }")), ["CSS_SYNTAX src/a.css:1:15"]);
  assert.deepEqual(places(await sheet("a {}\nb { color: red;\n")), ["CSS_SYNTAX src/a.css:2:1"]);
});
