import assert from "node:assert/strict";
import { test } from "node:test";

import { compile, only, places } from "./support.mjs";

const main = (text, more = {}) => compile({ "src/main.tsx": text, ...more });

const REFUSED = [
  ["LOCAL_IMPORT_UNRESOLVED", 'import "./nope";'],
  ["LOCAL_IMPORT_UNRESOLVED", 'export * from "./nope";'],
  ["LOCAL_IMPORT_UNRESOLVED", 'import("./nope");'],
  ["LOCAL_IMPORT_UNRESOLVED", "import(`./nope`);"],
  ["LOCAL_IMPORT_UNRESOLVED", 'import "../../outside";'],
  ["LOCAL_IMPORT_UNRESOLVED", 'import "@/nope";'],
  ["LOCAL_IMPORT_UNRESOLVED", 'import ".\\\\nope";'],
  ["LOCAL_IMPORT_UNRESOLVED", 'import x from "./nope?raw"; console.log(x);'],
  ["LOCAL_IMPORT_UNRESOLVED", 'import "/nope.svg";'],
  ["LOCAL_IMPORT_UNRESOLVED", 'new Worker(new URL("./nope.ts", import.meta.url));'],
  ["BARE_IMPORT_UNDECLARED", 'import "left-pad";'],
  ["BARE_IMPORT_UNDECLARED", 'import "~react-pages/more";'],
  ["BARE_IMPORT_UNDECLARED", 'import "@scope/pkg/deep";'],
  ["BARE_IMPORT_UNDECLARED", 'import "constructor";'],
  ["NODE_BUILTIN_IMPORT", 'import "node:fs";'],
  ["NODE_BUILTIN_IMPORT", 'import { join } from "path"; join("a");'],
  ["NODE_BUILTIN_IMPORT", 'import "fs/promises";'],
  ["URL_IMPORT", 'import "https://esm.sh/react";'],
  ["URL_IMPORT", 'import "HTTP://esm.sh/react";'],
  ["URL_IMPORT", 'import "//esm.sh/react";'],
  ["URL_IMPORT", 'import("https://esm.sh/react");'],
  ["ABSOLUTE_IMPORT", 'import "/etc/passwd";'],
  ["ABSOLUTE_IMPORT", 'import "/home/me/src/a.ts";'],
  ["ABSOLUTE_IMPORT", 'import "file:///etc/passwd";'],
  ["ABSOLUTE_IMPORT", 'import "C:/a.ts";'],
  ["ABSOLUTE_IMPORT", 'import "/../../etc/passwd";'],
];

for (const [code, statement] of REFUSED) {
  test(`${code}: ${statement}`, async () => {
    const result = await main(`// one\n${statement}\n`);
    const found = only(result, code);
    assert.equal(result.ok, false);
    assert.deepEqual([found.severity, found.path, found.line], ["error", "src/main.tsx", 2]);
  });
}

const FILES = {
  "src/a.ts": "export const a = 1;",
  "src/b.js": "export const b = 1;",
  "src/c/index.tsx": "export const c = 1;",
  "src/d.json": '{"d": 1}',
  "src/e.mts": "export {};",
  "src/f.txt": "f",
  "public/g.svg": "<svg/>",
  "src/h.svelte.ts": "export const h = 1;",
};
const ACCEPTED = [
  'import { a } from "./a"; console.log(a);',
  'import { a } from "./a.ts"; console.log(a);',
  'import { a } from "./a.js"; console.log(a);',
  'import { b } from "./b"; console.log(b);',
  'import { c } from "./c"; console.log(c);',
  'import { c } from "./c/index"; console.log(c);',
  'import { d } from "./d.json"; console.log(d);',
  'import d from "./d"; console.log(d);',
  'import "./e.mjs";',
  'import f from "./f.txt?raw"; console.log(f);',
  'import f from "./f.txt?url"; console.log(f);',
  'import W from "./a?worker"; new W();',
  'import g from "/g.svg"; console.log(g);',
  'import g from "../public/g.svg"; console.log(g);',
  'import { a } from "/src/a"; console.log(a);',
  'import { h } from "./h.svelte"; console.log(h);',
  'import("./a").then(({ a }) => a);',
  "const x = 'a'; import(`./${x}.ts`);",
  "const x = 'a'; import('./' + x + '.ts');",
  'import "react"; import "react/jsx-runtime"; import "virtual:pwa-register"; import "~icons/mdi/home";',
  'import "uno.css"; import "unfonts.css"; import a from "~react-pages"; import b from "~virtual/svg-component"; a(b);',
  'import "data:text/javascript,1";',
  'console.log(import.meta.glob("./no/*.ts"));',
  'console.log(new URL("./f.txt", import.meta.url));',
  'import * as all from "./a"; console.log(all.a);',
  'await import("./a");',
  "const code = 'import \"./never\"'; console.log(code); // import './neither'",
];

for (const statement of ACCEPTED) {
  test(`accepted: ${statement}`, async () => assert.deepEqual(places(await main(statement, FILES)), []));
}

test("a name that differs only in case is its own error, with the file's name", async () => {
  const result = await main('import { a } from "./A";\nconsole.log(a);', FILES);
  assert.match(only(result, "IMPORT_CASE_MISMATCH").hint, /src\/a\.ts/);
});

test("an extension Vite does not add must be written", async () => {
  const result = await main('import App from "./App";\nconsole.log(App);', {
    "src/App.vue": "<template><p/></template>",
  });
  assert.match(only(result, "LOCAL_IMPORT_UNRESOLVED").hint, /"\.\/App\.vue"/);
  const configured = await main('import App from "./App";\nconsole.log(App);', {
    "src/App.vue": "<template><p/></template>",
    "vite.config.ts": 'export default { resolve: { extensions: [".ts", ".vue"] } };',
  });
  assert.deepEqual(places(configured), []);
});

test("a wrong path names the right one", async () => {
  const result = await main('import { Button } from "./Button";\nconsole.log(Button);', {
    "src/components/ui/Button.tsx": "export const Button = 1;",
  });
  assert.match(only(result, "LOCAL_IMPORT_UNRESOLVED").hint, /"\.\/components\/ui\/Button"/);
});

test("a wrong package name names the right one", async () => {
  const result = await main('import "raect";');
  assert.match(only(result, "BARE_IMPORT_UNDECLARED").hint, /"react"/);
});

test("a missing export is found, with what there is", async () => {
  const result = await main('import def, { a,\n  nope } from "./a";\nconsole.log(def, a, nope);', FILES);
  assert.deepEqual(places(result), ["EXPORT_NOT_FOUND src/main.tsx:1:8", "EXPORT_NOT_FOUND src/main.tsx:2:3"]);
  assert.match(result.diagnostics[1].hint, /exports a/);
});

test("a column counts characters, not bytes", async () => {
  const result = await main('const é = "ü"; import { nope } from "./a"; console.log(é, nope);', FILES);
  assert.equal(only(result, "EXPORT_NOT_FOUND").column, 25);
});

test("a type used as a value is found where it would fail", async () => {
  const files = {
    "src/t.ts": "export type T = 1;\nexport interface U {}\nexport class U {}\n",
    "src/star.ts": 'export * from "./t";\n',
  };
  const verbatim = { "tsconfig.json": '{ /* c */ "compilerOptions": { "verbatimModuleSyntax": true, } }' };
  const use = 'import { T, U } from "./star";\nexport const t: T = 1;\nnew U();\n';
  assert.deepEqual(places(await main(use, files)), []);
  const found = only(await main(use, { ...files, ...verbatim }), "EXPORT_NOT_FOUND");
  assert.match(found.hint, /import type \{ T \}/);
  assert.deepEqual(
    places(
      await main('import { type T, U } from "./star";\nexport const t: T = 1;\nnew U();\n', { ...files, ...verbatim }),
    ),
    [],
  );
  assert.match(only(await main('export { T } from "./t";\n', files), "EXPORT_NOT_FOUND").hint, /export type/);
});

test("assets have a default export and nothing else, styles nothing at all", async () => {
  const files = { "src/l.svg": "<svg/>", "src/s.css": "", "src/m.module.css": ".a {}" };
  assert.deepEqual(
    places(
      await main(
        'import l from "./l.svg";\nimport "./s.css";\nimport m, { a } from "./m.module.css";\nconsole.log(l, m, a);',
        files,
      ),
    ),
    [],
  );
  assert.deepEqual(
    places(
      await main(
        'import { ReactComponent } from "./l.svg";\nimport s from "./s.css";\nconsole.log(ReactComponent, s);',
        files,
      ),
    ),
    ["EXPORT_NOT_FOUND src/main.tsx:1:10", "EXPORT_NOT_FOUND src/main.tsx:2:8"],
  );
  assert.deepEqual(
    places(
      await main('import { ReactComponent } from "./l.svg";\nconsole.log(ReactComponent);', {
        ...files,
        "vite.config.ts": 'import svgr from "react"; export default { plugins: [svgr("svgr")] };',
      }),
    ),
    [],
  );
});

test("a declared package that shares a name with Node is that package", async () => {
  const packages = JSON.stringify({ dependencies: { buffer: "6.0.3" } });
  assert.deepEqual(
    places(await main('import { Buffer } from "buffer"; console.log(Buffer);', { "package.json": packages })),
    [],
  );
});

test("root configuration runs in Node but must declare its packages", async () => {
  const result = await main("export {};", {
    "vite.config.ts":
      'import { join } from "node:path";\nimport react from "@vitejs/plugin-react";\nexport default { plugins: [react()], root: join("a") };\n',
  });
  assert.deepEqual(places(result), ["BARE_IMPORT_UNDECLARED vite.config.ts:2:20"]);
});

test("a file that no page loads has one warning for all that is wrong with it", async () => {
  const lost = { "src/lost.ts": 'import "node:fs";\nimport { nope } from "./a";\nimport "./gone";\nconsole.log(nope);' };
  const result = await main("export {};", { ...lost, ...FILES });
  assert.deepEqual([places(result), places(result, "warning").length], [[], 1]);
  assert.match(result.diagnostics[0].hint, /No page loads this file, which has 3 faults$/);
  const globbed = await main('console.log(import.meta.glob("./*.ts"));', { "src/lost.ts": 'import "node:fs";' });
  assert.deepEqual(places(globbed), ["NODE_BUILTIN_IMPORT src/lost.ts:1:9"]);
});

test("a configuration may name folders by their address", async () => {
  const text = 'import { fileURLToPath } from "node:url";\nexport default { root: fileURLToPath(new URL("./src", import.meta.url)) };';
  assert.deepEqual((await main("export {};", { "vite.config.ts": text })).diagnostics, []);
});

test("what only tools read is not judged", async () => {
  const files = {
    "eslint.config.js": 'import js from "@eslint/js";\nconst = 1;',
    "playwright.config.ts": 'import { defineConfig } from "@playwright/test";\nexport default defineConfig({});',
    "src/A.stories.tsx": 'import { fn } from "@storybook/test";\nexport default fn;',
  };
  assert.deepEqual((await main("export {};", files)).diagnostics, []);
});

test("an alias that cannot be read leaves what it may name to the build", async () => {
  const config = 'import { aliases } from "./aliases.js";\nexport default { resolve: { alias: aliases } };';
  const files = { "vite.config.ts": config, "aliases.js": "export const aliases = {};" };
  const result = await main('import { a } from "@/a";\nimport { b } from "./gone";\nconsole.log(a, b);', files);
  assert.deepEqual(places(result), ["LOCAL_IMPORT_UNRESOLVED src/main.tsx:2:20"]);
  assert.deepEqual(places(result, "warning"), ["LOCAL_IMPORT_UNRESOLVED src/main.tsx:1:20"]);
});

test("tests are parsed, and their imports are at most warned about", async () => {
  const files = {
    "src/a.test.ts": 'import "vitest";\nimport "./gone";\n',
    "tests/b.ts": 'import "node:fs";',
    "src/__tests__/c.tsx": "const = 1;",
  };
  const result = await main("export {};", files);
  assert.deepEqual(places(result), ["SYNTAX_ERROR src/__tests__/c.tsx:1:7"]);
  assert.equal(result.diagnostics.filter((item) => item.severity === "warning").length, 3);
});

test("an import that only brings types is in the graph, and only warned about when missing", async () => {
  const result = await main(
    'import type { A } from "./a";\nimport { type B } from "./gone";\nexport type C = A | B;',
    FILES,
  );
  assert.deepEqual(result.graph["src/main.tsx"], ["src/a.ts"]);
  assert.deepEqual([result.ok, places(result, "warning")], [true, ["LOCAL_IMPORT_UNRESOLVED src/main.tsx:2:25"]]);
});

test("what public/ holds is copied, not compiled", async () => {
  assert.deepEqual(
    places(await main("export {};", { "public/sw.js": "const = ;", "public/a.css": "}", "public/d.json": "{" })),
    [],
  );
  assert.deepEqual(places(await main('import "/sw.js";', { "public/sw.js": "" })), [
    "LOCAL_IMPORT_UNRESOLVED src/main.tsx:1:9",
  ]);
});

test("a file Vite does not know gets a warning unless it is asked for as text", async () => {
  const result = await main('import a from "./a.md";\nimport b from "./a.md?raw";\nconsole.log(a, b);', {
    "src/a.md": "# a",
  });
  assert.deepEqual([result.ok, places(result, "warning")], [true, ["ASSET_TYPE_UNKNOWN src/main.tsx:1:16"]]);
});

for (const [name, text] of Object.entries({
  "path.resolve":
    'import path from "path";\nexport default { resolve: { alias: { "@": path.resolve(__dirname, "./src") } } };',
  "new URL": 'export default { resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } } };',
  "a string": "export default { resolve: { alias: { '@': '/src' } } };",
  "find and replacement":
    'export default { resolve: { alias: [{ find: "@", replacement: resolve(__dirname, "src") }] } };',
})) {
  test(`an alias in the text of vite.config counts: ${name}`, async () => {
    const result = await main(
      'import { a } from "@/a";\nimport { b } from "@/b";\nimport "@/nope";\nconsole.log(a, b);',
      { ...FILES, "vite.config.ts": text },
    );
    assert.deepEqual(places(result), ["LOCAL_IMPORT_UNRESOLVED src/main.tsx:3:9"]);
    assert.deepEqual(result.graph["src/main.tsx"], ["src/a.ts", "src/b.js"]);
  });
}

test("the configuration is text: throwing code in it changes nothing", async () => {
  const text = 'import "vite";\nthrow new Error("ran");\nprocess.exit(1);\nexport default {};';
  const packages = JSON.stringify({ devDependencies: { vite: "8" } });
  assert.equal((await main("export {};", { "vite.config.ts": text, "package.json": packages })).ok, true);
});

test("paths of tsconfig.json, its bases and references count for TypeScript", async () => {
  const variants = [
    { "tsconfig.json": '{"compilerOptions": {"paths": {"@/*": ["./src/*"]}}}' },
    { "tsconfig.json": '{"compilerOptions": {"baseUrl": "src", "paths": {"@/*": ["*"]}}}' },
    {
      "tsconfig.json": '{\n// c\n"files": [], "references": [{"path": "./tsconfig.app.json"}],\n}',
      "tsconfig.app.json": '{"extends": "./tsconfig.base.json"}',
      "tsconfig.base.json": '{"compilerOptions": {"paths": {"@/*": ["./src/*"], "exact": ["./src/a.ts"]}}}',
    },
  ];
  for (const config of variants)
    assert.deepEqual(places(await main('import { a } from "@/a";\nconsole.log(a);', { ...FILES, ...config })), []);
  assert.deepEqual(places(await main('import { a } from "exact";\nconsole.log(a);', { ...FILES, ...variants[2] })), []);
});

test("a circle of tsconfig bases ends", async () => {
  const result = await main("export {};", {
    "tsconfig.json": '{"extends": "./b.json"}',
    "b.json": '{"extends": "./tsconfig.json"}',
  });
  assert.equal(result.ok, true);
});

test("paths of tsconfig.json do not count for files TypeScript does not include", async () => {
  const paths = '"compilerOptions": {"paths": {"@/*": ["./src/*"]}}';
  const files = {
    ...FILES,
    "src/x.js": 'import { a } from "@/a";\nconsole.log(a);',
    "src/V.vue": '<script setup lang="ts">\nimport { a } from "@/a";\nconsole.log(a);\n</script>',
  };
  const plain = await main('import "./x";\nimport "./V.vue";', { ...files, "tsconfig.json": `{${paths}}` });
  assert.deepEqual(places(plain), ["LOCAL_IMPORT_UNRESOLVED src/V.vue:2:20", "LOCAL_IMPORT_UNRESOLVED src/x.js:1:20"]);
  const included = await main('import "./V.vue";', {
    ...files,
    "src/x.js": "",
    "tsconfig.json": `{${paths}, "include": ["src/**/*.ts", "src/**/*.vue"]}`,
  });
  assert.deepEqual(places(included), []);
});
