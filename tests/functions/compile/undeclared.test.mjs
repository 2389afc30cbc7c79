import assert from "node:assert/strict";
import { test } from "node:test";

import { compile } from "./support.mjs";

const UI = {
  "src/components/Header.tsx": "export default function Header() { return <header />; }\n",
  "src/ui.tsx": "export const Card = () => <p />;\nexport type Price = 1;\n",
  "src/hooks/useStored.ts": 'import { useState } from "react";\nexport const useStored = (key) => useState(key);\n',
};
const undeclared = async (main, path = "src/main.tsx") => {
  const { undeclared } = await compile({ ...UI, [path]: main });
  return undeclared[path] ?? [];
};

for (const [main, names] of [
  ["export const a = <Header />;", ["Header"]],
  ["export const a = <Card>x</Card>;", ["Card"]],
  ["export const a = <p>{b && <Card/>}</p>;", ["Card"]],
  ["export const a = <Card.Part/>;", ["Card"]],
  ["export const a = () => useStored('a');", ["useStored"]],
  ["export const a = () => useStored<string>('a');", ["useStored"]],
  ["export function A() { const [a, setA] = useState(0); useEffect(() => setA(1)); return a; }", ["useState", "useEffect"]],
  ["import React, { useState } from 'react';\nuseState(0); useId();", ["useId"]],
])
  test(`used and from nowhere: ${main}`, async () => assert.deepEqual(await undeclared(main), names));

for (const main of [
  'import { Card } from "./ui";\nexport const a = <Card/>;',
  'import Card from "react";\nexport const a = <Card/>;',
  'import {Card}from"./ui";export const a = <Card/>;',
  "const Card = 1;\nexport const a = <Card/>;",
  "function f({ Card }) { return <Card/>; }",
  "const f = (Card) => <Card/>;",
  "const a = <Card/>, b = Card;",
  "export const a = <Gone/>;",
  "export const a = <constructor/>;",
  "export const a = <card/>;",
  "export const a = '<Card/>';",
  "export const a = `<Card/>`;",
  "export const a = 1; // <Card/>",
  "export const a = 1; /* <Card/> */",
  "export const a = x <Card/> y;",
  "const a = useThing<Card>();",
  "export const a = <Card/>; const b = '",
  "const a = React.useState(0);",
  "function useState(a) {}\nuseState(1);",
  "const useState = b;\nuseState(1);",
  "const a = { useId() { return 1; } };",
  "class A { useId(): string { return ''; } }",
  "f(useState);",
  "// useState(0)",
  "const a = 'useState(0)';",
  "const a = <p>useState(0)</p>;",
  "import { useState } from './ui';\nuseState(0);",
  "import * as mine from './ui';\nmine.useStored(1);",
  "const { useStored } = mine;\nuseStored(1);",
  "export default function A(useStored) { return useStored(1); }",
])
  test(`declared, or no use: ${main}`, async () => assert.deepEqual(await undeclared(main), []));

test("a module without markup has hooks, and no components", async () => {
  assert.deepEqual(await undeclared("export const a = () => useState(0);", "src/a.ts"), ["useState"]);
  assert.deepEqual(await undeclared("export const a = new Map<Card, Header>();", "src/a.ts"), []);
});

test("tests and files outside src are not asked", async () => {
  for (const path of ["src/a.test.tsx", "tests/a.tsx", "public/a.jsx", "vite.config.ts"])
    assert.deepEqual(await undeclared("export const a = () => useState(0);", path), []);
});

test("of many modules the first 50 are asked", async () => {
  const many = Array.from({ length: 60 }, (_, at) => [`src/m${at + 100}.ts`, "export const a = () => useState(0);\n"]);
  const { undeclared } = await compile(Object.fromEntries(many));
  assert.deepEqual(Object.keys(undeclared), many.slice(0, 50).map(([path]) => path));
});
