import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { zstdCompressSync } from "node:zlib";

import { handler } from "../../../functions/compile/index.mjs";
import { Refusal } from "../../../functions/compile/src/diagnostics.mjs";
import { compilerEnvironment } from "../../../functions/compile/src/runtime/host.mjs";
import { readTree } from "../../../functions/compile/src/source/tree.mjs";
import { archive, archiveOf, member, pax, places, project, tar } from "./support.mjs";

const refusal = (source) => {
  try {
    readTree(source);
  } catch (cause) {
    assert.ok(cause instanceof Refusal, cause.stack);
    return cause.diagnostic.code;
  }
  return null;
};

test("an archive is read with its folders, long names and pax names", () => {
  const long = `${"d".repeat(60)}/${"e".repeat(60)}.ts`;
  const bytes = archive(
    member("src", "", { type: "5" }),
    member("src/a.ts", "a"),
    pax(long),
    member("short", "b"),
    member("L", `${long}x\0`, { type: "L" }),
    member("short", "c"),
  );
  assert.deepEqual(Object.fromEntries(readTree({ archive: bytes }).files), {
    "src/a.ts": "a",
    [long]: "b",
    [`${long}x`]: "c",
  });
});

test("a byte order mark is no part of a text, and a picture stays bytes", () => {
  const { files } = readTree({
    archive: archive(member("a.ts", "\ufeffx"), member("a.png", Buffer.from([0xff, 0xfe]))),
  });
  assert.equal(files.get("a.ts"), "x");
  assert.deepEqual([...files.get("a.png")], [0xff, 0xfe]);
});

for (const path of [
  "../a.ts",
  "src/../../a.ts",
  "/etc/passwd",
  "src//a.ts",
  "./a.ts",
  "src/./a.ts",
  "a\\b.ts",
  "C:/a.ts",
  "a\u0000b.ts",
  "a\u001b.ts",
  "",
  "src/",
  "e\u0301.ts",
  `${"x".repeat(201)}`,
  "a/b/c/d/e/f/g/h/i/j/k/l/m.ts",
  "\ud800.ts",
]) {
  test(`a path that does not stay inside a project is refused: ${JSON.stringify(path).slice(0, 40)}`, () => {
    assert.equal(refusal({ files: { [path]: "x" } }), "SOURCE_INVALID");
  });
}

test("a traversing path in an archive, plain or in a pax header, is refused", () => {
  assert.equal(refusal({ archive: archive(member("../a.ts", "x")) }), "SOURCE_INVALID");
  assert.equal(refusal({ archive: archive(pax("../../a.ts"), member("a.ts", "x")) }), "SOURCE_INVALID");
  assert.equal(refusal({ archive: archive(pax("/a.ts"), member("a.ts", "x")) }), "SOURCE_INVALID");
});

for (const [name, type] of [
  ["hard link", "1"],
  ["symbolic link", "2"],
  ["device", "3"],
  ["block device", "4"],
  ["pipe", "6"],
  ["sparse file", "S"],
]) {
  test(`a ${name} is refused`, () =>
    assert.equal(refusal({ archive: archive(member("src/a.ts", "", { type })) }), "SOURCE_INVALID"));
}

test("twins are refused, by case as well", () => {
  assert.equal(refusal({ archive: archive(member("a.ts", "1"), member("a.ts", "2")) }), "SOURCE_INVALID");
  assert.equal(refusal({ files: { "a.ts": "1", "A.ts": "2" } }), "SOURCE_INVALID");
});

test("400 files are read, 401 are not", () => {
  const many = (count) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`src/f${index}.ts`, ""]));
  assert.equal(refusal({ archive: archiveOf(many(400)) }), null);
  assert.equal(refusal({ archive: archiveOf(many(401)) }), "SOURCE_TOO_LARGE");
  assert.equal(refusal({ files: many(401) }), "SOURCE_TOO_LARGE");
});

test("5 MiB are read, one byte more is not", () => {
  const half = "x".repeat(2.5 * 1024 * 1024);
  assert.equal(refusal({ archive: archiveOf({ "a.ts": half, "b.ts": half }) }), null);
  assert.equal(refusal({ archive: archiveOf({ "a.ts": half, "b.ts": `${half}x` }) }), "SOURCE_TOO_LARGE");
  assert.equal(refusal({ files: { "a.ts": half, "b.ts": "é".repeat(1.25 * 1024 * 1024 + 1) } }), "SOURCE_TOO_LARGE");
});

test("a bomb is stopped before it is unpacked", () => {
  const bomb = zstdCompressSync(Buffer.alloc(400 * 1024 * 1024));
  assert.ok(bomb.length < 100_000);
  assert.equal(refusal({ archive: bomb }), "SOURCE_TOO_LARGE");
});

test("a size beyond the archive, a broken checksum, number, name, record or end is refused", () => {
  const raw = (bytes) => refusal({ archive: zstdCompressSync(bytes) });
  assert.equal(raw(tar(member("a.ts", "x", { size: 9_000_000 }))), "SOURCE_INVALID");
  assert.equal(raw(tar(member("a.ts", "x", { checksum: "000001\0 " }))), "SOURCE_INVALID");
  assert.equal(raw(member("a.ts", "x").subarray(0, 700)), "SOURCE_INVALID");
  assert.equal(raw(tar(member("pax", "99999 path=a\n", { type: "x" }), member("a.ts"))), "SOURCE_INVALID");
  assert.equal(raw(tar(member("pax", "nonsense", { type: "x" }), member("a.ts"))), "SOURCE_INVALID");
  const odd = member("a.ts", "x");
  odd[1] = 0xff;
  assert.equal(raw(odd), "SOURCE_INVALID");
});

test("what is no archive is refused", () => {
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.from("PK\u0003\u0004"),
    archiveOf(project({})).subarray(0, 60),
    zstdCompressSync(Buffer.from("hello")),
  ]) {
    assert.equal(refusal({ archive: new Uint8Array(bytes) }), "SOURCE_INVALID");
  }
});

test("text that is not UTF-8 is a diagnostic with its line, and the rest is still compiled", async () => {
  const bytes = Buffer.concat([Buffer.from("const a = 1;\n// "), Buffer.from([0xe9]), Buffer.from("\n")]);
  const result = await serve(
    archive(
      ...Object.entries(project({ "src/z.ts": "const = 1;", "src/main.tsx": 'import "./z";' })).map(([path, text]) => member(path, text)),
      member("src/bad.ts", bytes),
    ),
  );
  assert.deepEqual(places(result), ["INVALID_UTF8 src/bad.ts:2", "SYNTAX_ERROR src/z.ts:1:7"]);
});

const answers = new Map();
const server = createServer((request, response) => answers.get(request.url)(response));
let base;

before(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  base = `http://127.0.0.1:${server.address().port}`;
});
after(() => server.close());

async function serve(bytes) {
  return await asked("/source", (response) => response.end(bytes));
}

async function asked(path, answer) {
  answers.set(path, answer);
  return await handler({ source: { url: base + path } });
}

test("a presigned address is read", async () => {
  const result = await serve(archiveOf(project({ "src/main.tsx": "export const a = <p />;\n" })));
  assert.equal(result.ok, true);
  assert.deepEqual(result.exports, { "src/main.tsx": ["a"] });
  assert.ok(result.timings.fetch > 0);
});

test("a missing or forbidden object is unavailable, and the address stays secret", async () => {
  for (const status of [403, 404, 500]) {
    const result = await asked(`/gone?X-Amz-Signature=secret${status}`, (response) =>
      response.writeHead(status).end("<Error/>"),
    );
    assert.deepEqual(places(result), ["SOURCE_UNAVAILABLE "]);
    assert.doesNotMatch(JSON.stringify(result), /secret|127\.0\.0\.1/);
  }
});

test("one hiccup of the store is forgiven", async () => {
  let calls = 0;
  const body = archiveOf(project({}));
  const result = await asked("/hiccup", (response) =>
    ++calls === 1 ? response.writeHead(503).end() : response.end(body),
  );
  assert.deepEqual([result.ok, calls], [true, 2]);
});

test("a redirect is not followed and an endless body is cut", async () => {
  const redirected = await asked("/redirect", (response) =>
    response.writeHead(302, { location: "http://169.254.169.254/" }).end(),
  );
  assert.deepEqual(places(redirected), ["SOURCE_UNAVAILABLE "]);
  const endless = await asked("/endless", (response) => {
    const timer = setInterval(() => response.write(Buffer.alloc(512 * 1024)), 1);
    response.on("close", () => clearInterval(timer));
  });
  assert.deepEqual(places(endless), ["SOURCE_TOO_LARGE "]);
});

test("an address where nobody listens is unavailable", async () => {
  assert.deepEqual(places(await handler({ source: { url: "http://127.0.0.1:9/" } })), ["SOURCE_UNAVAILABLE "]);
});

test("a deployment's FILE_LIMITS are the bounds of a project, also in the compiler's own process", () => {
  const asked = `import(${JSON.stringify(new URL("../../../functions/compile/src/limits.mjs", import.meta.url).href)})
    .then((limits) => console.log(limits.MAX_FILES, limits.MAX_PROJECT_BYTES))`;
  const told = (env) => execFileSync(process.execPath, ["-e", asked], { env, encoding: "utf8" }).trim();
  assert.equal(told({}), `400 ${5 * 1024 * 1024}`);
  assert.equal(told({ FILE_LIMITS: "files=800,text_kb=512" }), `800 ${5 * 1024 * 1024}`);
  assert.equal(told({ FILE_LIMITS: "project_kb=8192" }), `400 ${8 * 1024 * 1024}`);
  process.env.FILE_LIMITS = "files=800";
  assert.equal(compilerEnvironment().FILE_LIMITS, "files=800");
  delete process.env.FILE_LIMITS;
});
