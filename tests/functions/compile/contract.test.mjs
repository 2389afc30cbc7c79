import assert from "node:assert/strict";
import { test } from "node:test";

import { handler } from "../../../functions/compile/index.mjs";
import { compile, compileLoaded, only, places } from "./support.mjs";

test("a good project passes with its graph, its exports and the time it took", async () => {
  const result = await compile({
    "src/main.tsx":
      'import { Button } from "./ui";\nimport "./main.css";\nimport type { Size } from "./types";\nexport const size: Size = 1;\nexport default <Button />;\n',
    "src/ui/index.ts": 'export * from "./button";\n',
    "src/ui/button.tsx":
      "export interface ButtonProps { label?: string }\nexport function Button(_props: ButtonProps) { return <button />; }\n",
    "src/types.ts": "export type Size = number;\n",
    "src/main.css": '@import "./base.css";\n.a { background: url("./dot.png"); }\n',
    "src/base.css": ".b { color: red; }\n",
    "src/dot.png": "x",
  });
  assert.equal(result.ok, true);
  assert.deepEqual(result.diagnostics, []);
  assert.deepEqual(result.graph, {
    "index.html": ["src/main.tsx"],
    "src/main.css": ["src/base.css", "src/dot.png"],
    "src/main.tsx": ["src/main.css", "src/types.ts", "src/ui/index.ts"],
    "src/ui/index.ts": ["src/ui/button.tsx"],
  });
  assert.deepEqual(result.exports["src/ui/index.ts"], ["Button", "ButtonProps"]);
  assert.deepEqual(result.exports["src/main.tsx"], ["size", "default"]);
  assert.ok(result.timings.total > 0 && result.timings.bundle > 0);
});

for (const event of [
  undefined,
  null,
  {},
  7,
  "x",
  [],
  { source: null },
  { source: {} },
  { source: [] },
  { source: { files: null } },
  { source: { files: [] } },
  { source: { files: { "a.ts": 7 } } },
  { source: { files: { "a.ts": { toString: null } } } },
  { source: { url: 7 } },
  { source: { url: "file:///etc/passwd" } },
  { source: { url: "" } },
]) {
  test(`a malformed event is an answer, not an exception: ${JSON.stringify(event)}`, async () => {
    const result = await handler(event);
    assert.equal(result.ok, false);
    assert.deepEqual(places(result), ["SOURCE_INVALID "]);
    assert.deepEqual([result.graph, result.exports], [{}, {}]);
  });
}

test("an empty project says what is missing", async () => {
  const result = await handler({ source: { files: {} } });
  assert.deepEqual(places(result), ["INDEX_HTML_MISSING index.html", "PACKAGE_JSON_MISSING package.json"]);
});

test("errors come first, then warnings, each in the order of places", async () => {
  const result = await compileLoaded({
    "src/b.ts": "import './no';\nimport './nor';",
    "src/a.css": "@import 'https://x.test/a.css';",
    "src/c.ts": "import './never';",
  });
  assert.deepEqual(places(result), [
    "LOCAL_IMPORT_UNRESOLVED src/b.ts:1:9",
    "LOCAL_IMPORT_UNRESOLVED src/b.ts:2:9",
    "LOCAL_IMPORT_UNRESOLVED src/c.ts:1:9",
  ]);
  assert.equal(result.diagnostics.at(-1).code, "CSS_REMOTE_IMPORT");
});

test("thousands of problems are cut to a readable number and still refuse", async () => {
  const lines = Array.from({ length: 3000 }, (_, index) => `import "./missing${index}";`).join("\n");
  const result = await compileLoaded({ "src/a.ts": lines });
  assert.equal(result.ok, false);
  assert.equal(result.diagnostics.length, 201);
  assert.match(only(result, "DIAGNOSTICS_TRUNCATED").message, /2800 more/);
});

test("a hundred warnings do not hide an error", async () => {
  const urls = Array.from({ length: 900 }, (_, index) => `.c${index} { background: url(./n${index}.png); }`).join("\n");
  const result = await compileLoaded({ "src/a.css": urls, "src/z.ts": "const = 1;" });
  assert.equal(result.ok, false);
  assert.equal(result.diagnostics[0].code, "SYNTAX_ERROR");
});

test("calls at the same time do not mix", async () => {
  const results = await Promise.all(
    [1, 2, 3, 4].map((n) =>
      compile({
        "src/main.tsx": `import { a${n} } from "./a";\nexport const x = a${n};`,
        "src/a.ts": `export const a${n} = 1;\nexport const only${n} = 1;`,
      }),
    ),
  );
  for (const [index, result] of results.entries()) {
    assert.equal(result.ok, true, JSON.stringify(result.diagnostics));
    assert.deepEqual(result.exports["src/a.ts"], [`a${index + 1}`, `only${index + 1}`]);
  }
});

test("a warm process gives each project its own answer for the same paths", async () => {
  const good = await compile({
    "src/main.tsx": 'import { a } from "./a";\nconsole.log(a);',
    "src/a.ts": "export const a = 1;",
  });
  const bad = await compile({
    "src/main.tsx": 'import { a } from "./a";\nconsole.log(a);',
    "src/a.ts": "export const b = 1;",
  });
  const again = await compile({
    "src/main.tsx": 'import { a } from "./a";\nconsole.log(a);',
    "src/a.ts": "export const a = 1;",
  });
  assert.deepEqual([good.ok, bad.ok, again.ok], [true, false, true]);
});

test("the catalog, when given, is part of the check", async () => {
  const catalog = { names: { react: "19.3.1", zustand: "5.0.1" } };
  const files = { "src/main.tsx": 'import "react";\nimport "vue";\nimport "zustand";\nimport "zustnd";\n' };
  const result = await compile(files, { catalog });
  assert.deepEqual(places(result), [
    "PACKAGE_NOT_IN_CATALOG src/main.tsx:2:9",
    "BARE_IMPORT_UNDECLARED src/main.tsx:3:9",
    "BARE_IMPORT_UNDECLARED src/main.tsx:4:9",
  ]);
  assert.match(result.diagnostics[1].hint, /"zustand": "5\.0\.1"/);
  assert.match(result.diagnostics[2].hint, /Did you mean "zustand"/);
  assert.equal((await compile({ "src/main.tsx": 'import "vue";' }, { catalog: "nonsense" })).ok, true);
});
