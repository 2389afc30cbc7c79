import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { MOVED } from "../../../functions/compile/src/names/moved.mjs";
import { compile, only, places } from "./support.mjs";

const CODE = "PACKAGE_EXPORT_NOT_FOUND";
const { dependencies } = JSON.parse(readFileSync(new URL("../../../shared/catalog/package.json", import.meta.url)));
const manifest = (more = {}) => JSON.stringify({ dependencies: { ...dependencies, ...more } });

/** The catalog's packages at their pins, and a page that loads `main`. */
const app = (main, more = {}) => compile({ "package.json": manifest(), "src/main.tsx": main, ...more });
const found = async (main, more) => only(await app(main, more), CODE);
const none = async (main, more) => assert.deepEqual(places(await app(main, more)), []);

test("a member that the default export of a package does not have", async () => {
  const report = await app('import ReactDOM from "react-dom";\n\nReactDOM.render(<p />, document.body);\n');
  assert.deepEqual(places(report), [`${CODE} src/main.tsx:3:10`]);
  assert.equal(only(report, CODE).message, `react-dom (${dependencies["react-dom"]}) has no export "render"`);
  assert.match(only(report, CODE).hint, /createRoot\(container\)\.render.*react-dom\/client/);
});

test("a member of a namespace import, beside names that exist", async () => {
  const main = 'import * as React from "react";\nexport const a = [React.useState, React.createFactory, React.memo];\n';
  assert.deepEqual(places(await app(main)), [`${CODE} src/main.tsx:2:41`]);
});

test("a default import with names keeps the places of both", async () => {
  const main = 'import React, { useState, useStat } from "react";\nexport const a = [useState, useStat, React.creatRef];\n';
  const report = await app(main);
  assert.deepEqual(places(report), [`${CODE} src/main.tsx:1:27`, `${CODE} src/main.tsx:2:44`]);
  const hints = report.diagnostics.map((item) => item.hint);
  assert.deepEqual(hints, ['Did you mean "useState"?', 'Did you mean "createRef"?']);
});

for (const [what, main, hint] of [
  ["another entry of the package has it", 'import { createRoot } from "react-dom"; createRoot(1);', /"react-dom\/client"/],
  ["an icon is misspelt", 'import { Calender } from "lucide-react"; export const a = <Calender />;', /"Calendar"/],
  ["a hook was renamed", 'import { useHistory } from "react-router"; useHistory();', /useNavigate/],
  ["a default export was given up", 'import create from "zustand"; create();', /import { create } from "zustand"/],
  ["it has no default export", 'import anything from "zustand"; anything();', /by name/],
  ["nothing is alike", 'import { zzzzqqqq } from "zustand"; zzzzqqqq();', undefined],
  ["a re-export", 'import { A } from "./icons"; console.log(A);', /"Calendar"/],
])
  test(`the replacement is named: ${what}`, async () => {
    const more = { "src/icons.ts": 'export { Calender as A } from "lucide-react";\n' };
    const item = await found(main, more["src/icons.ts"] && main.includes("./icons") ? more : {});
    if (hint) assert.match(item.hint, hint);
    else assert.equal(item.hint, undefined);
  });

test("a type of an ES module is no value of it", async () => {
  const main = 'import { cva, VariantProps } from "class-variance-authority";\nexport type A = VariantProps<typeof cva>;\n';
  await none(main);
  const tsconfig = { "tsconfig.json": '{"compilerOptions":{"verbatimModuleSyntax":true}}' };
  assert.match((await found(main, tsconfig)).hint, /import type { VariantProps }/);
  await none('import { FC } from "react"; export const a: FC = () => null;', tsconfig);
});

for (const [what, main] of [
  ["types", 'import React, { type FC } from "react"; export const a: React.FC<React.PropsWithChildren> = () => <React.Fragment />; export type B = FC;'],
  ["every form of an icon", 'import { House, HouseIcon, LucideHouse, icons } from "lucide-react"; console.log(House, HouseIcon, LucideHouse, icons);'],
  ["a whole namespace", 'import * as icons from "lucide-react"; export const a = (name: string) => (icons as any)[name];'],
  ["a dynamic import", 'import("react-dom").then((all) => (all as any).render());'],
  ["a local name that hides it", 'import React from "react"; export const a = (React: any) => React.createFactory(); console.log(React);'],
  ["words in a text", 'import React from "react"; export const a = <p title="React.createFactory">React.createFactory {`React.render`}{React.version}</p>;'],
  ["a property that is set", 'import React from "react"; (React as any).x; React.tracked = 1; console.log(React.tracked);'],
  ["what every object has", 'import React from "react"; console.log(React.hasOwnProperty("use"), React.toString());'],
  ["a path that is not listed", 'import { create } from "zustand/middleware/nope"; create();'],
  ["a package that is not listed", 'import L from "leaflet"; L.anything(); '],
  ["a default that is called", 'import dayjs from "dayjs"; import clsx from "clsx"; dayjs().foo; dayjs.nope; clsx();'],
  ["members of objects", 'import { z } from "zod"; import zod from "zod"; import _ from "lodash-es"; z.object({}); zod.string(); _.debounce();'],
  ["a short name", 'import R from "react"; import $ from "lodash-es"; console.log(R.version, $.map);'],
])
  test(`left alone: ${what}`, async () => none(main));

test("what is passed on as a whole is not looked into", async () => {
  await none('import { Anything } from "./icons"; console.log(Anything);', { "src/icons.ts": 'export * from "lucide-react";\n' });
  await none('import { icons } from "./icons"; console.log(icons.House);', { "src/icons.ts": 'export * as icons from "lucide-react";\n' });
});

test("another version than the catalog's is not known", async () => {
  const main = 'import ReactDOM from "react-dom"; ReactDOM.render();';
  for (const version of ["18.3.1", "^19.0.0", "", 7])
    assert.deepEqual(places(await app(main, { "package.json": manifest({ "react-dom": version }) })), []);
});

test("in components, at the author's line", async () => {
  const page = { "src/main.tsx": 'import A from "./A.vue"; import B from "./B.svelte"; console.log(A, B);' };
  const more = {
    "src/A.vue": '<script setup lang="ts">\nimport { ref, reff } from "vue";\nconst a = [ref(1), reff(2)];\n</script>\n<template><p>{{ a }}</p></template>\n',
    "src/B.svelte": '<script>\n  import { Calender } from "@lucide/svelte";\n</script>\n<Calender />\n',
  };
  const report = await app(page["src/main.tsx"], more);
  assert.deepEqual(places(report), [`${CODE} src/A.vue:2:15`, `${CODE} src/B.svelte:2:12`]);
});

test("a file that no page loads, and tests, are no error", async () => {
  const more = { "src/unused.ts": 'import { nope } from "react"; nope();', "src/a.test.ts": 'import { nope } from "react"; nope();' };
  const report = await app("export {};", more);
  assert.deepEqual(places(report), []);
  assert.deepEqual(places(report, "warning"), [`${CODE} src/unused.ts:1:10`]);
});

test("a well-known package that is not in the catalog names its stand-in", async () => {
  const report = await app('import { useSnackbar } from "notistack"; import { useSpring } from "react-spring"; console.log(useSnackbar, useSpring);');
  const hints = report.diagnostics.map((item) => item.hint);
  assert.deepEqual(hints.map((hint) => /^Use "([^"]+)"/.exec(hint)?.[1]).sort(), ["motion", "sonner"]);
});

test("the table of moves names only what is gone, once, and no name of another entry", async () => {
  for (const [specifier, names] of Object.entries(MOVED))
    for (const name of Object.keys(names)) {
      const main = `import { ${name} as gone } from "${specifier}"; console.log(gone);`;
      assert.equal((await found(main)).hint, names[name], `${specifier} ${name}`);
    }
});
