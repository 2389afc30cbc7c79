import assert from "node:assert/strict";
import { test } from "node:test";

import { answering } from "../../../functions/compile/src/runtime/answer.mjs";
import { told } from "../../../functions/compile/src/runtime/told.mjs";

const SECRET = "s3cr3t-in-a-file";

/** As compilers throw it: the words quote the source, a field holds a piece of it. */
function defect() {
  const cause = new SyntaxError(`Unexpected token\n  1 | const a = "${SECRET}"\n    at ${SECRET} (src/App.vue:1:1)`);
  return Object.assign(cause, { code: "E_ODD", frame: `> ${SECRET}`, loc: { source: SECRET } });
}

test("a defect is told by its kind and its place, never by its words", () => {
  const line = told(defect());
  assert.match(line, /^SyntaxError \(E_ODD\)\n {4}at /);
  assert.match(line, /logs\.test\.mjs/);
  assert.ok(!line.includes(SECRET), line);
});

test("whatever else is thrown is told without being shown", () => {
  for (const odd of [SECRET, { message: SECRET }, null, Object.create(null)]) {
    assert.ok(!told(odd).includes(SECRET));
  }
  const bare = new Error(SECRET);
  bare.stack = undefined;
  assert.equal(told(bare), "Error");
});

test("a crash of the compiler leaves no source in the log", async (context) => {
  const said = [];
  context.mock.method(console, "error", (...words) => said.push(words.map(String).join(" ")));
  const answer = await answering({ timings: () => ({}) }, () => {
    throw defect();
  });
  assert.equal(answer.diagnostics[0].code, "COMPILE_CRASHED");
  assert.equal(said.length, 1);
  assert.ok(!said[0].includes(SECRET) && !JSON.stringify(answer).includes(SECRET));
});
