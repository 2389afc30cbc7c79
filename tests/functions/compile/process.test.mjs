import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { compilerEnvironment } from "../../../functions/compile/src/runtime/host.mjs";
import { CompilerProcess } from "../../../functions/compile/src/runtime/process.mjs";
import { archiveOf, places, project } from "./support.mjs";

const source = (files) => ({ source: { files: project(files) } });
/** esbuild is at work on it for minutes. */
const ENDLESS = source({ "src/a.ts": `let ${"a,".repeat(128 * 1024)}a;` });

/** `{pid: [state, group, name]}` of every process there is, those that ended and were not waited for too. */
function processes() {
  const found = {};
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      const [state, parent, group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      found[name] = { state, parent: Number(parent), group: Number(group) };
    } catch {
      continue;
    }
  }
  return found;
}

const isAlive = ({ state }) => state !== "Z" && state !== "X";
const children = () => Object.entries(processes()).filter(([, { parent }]) => parent === process.pid);
const groupOf = ([[pid]]) => Object.values(processes()).filter((one) => one.group === Number(pid) && isAlive(one));

async function eventually(holds) {
  for (const end = performance.now() + 60_000; performance.now() < end; ) {
    if (holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.ok(holds(), "not so after a minute");
}

test("a compile that ran out of time leaves no process, and the next one has its own", async () => {
  const compiler = new CompilerProcess({ wallMs: 60_000 });
  assert.equal((await compiler.run(source({}))).ok, true);
  const first = children();
  assert.ok(groupOf(first).length >= 2, "the compiler and its bundler");
  await compiler.close();
  const hurried = new CompilerProcess({ wallMs: 6_000 }); // a loaded machine takes seconds to start the bundler
  const lost = hurried.run(ENDLESS);
  await eventually(() => children().length === 1 && groupOf(children()).length >= 2);
  const group = children();
  assert.deepEqual(places(await lost), ["COMPILE_TIMEOUT "]);
  assert.deepEqual(children(), [], "none that still runs, and none that nobody waited for");
  await eventually(() => groupOf(group).length === 0);
  hurried.wallMs = 60_000;
  assert.equal((await hurried.run(source({}))).ok, true);
  await hurried.close();
});

test("a source that ran out of time is answered at once to all that asked meanwhile", async () => {
  const compiler = new CompilerProcess({ wallMs: 2_000 });
  const message = { source: { archive: archiveOf(ENDLESS.source.files) } };
  const answers = await Promise.all(Array.from({ length: 30 }, () => compiler.run(message)));
  assert.deepEqual(answers.map((answer) => answer.timings), Array(30).fill(answers[0].timings));
  assert.deepEqual(places(answers[29]), ["COMPILE_TIMEOUT "]);
  compiler.wallMs = 60_000;
  assert.equal((await compiler.run({ source: { archive: archiveOf(project({})) } })).ok, true);
  await compiler.close();
});

test("a compiler that is killed costs one answer, and none while it has nothing to do", async () => {
  const compiler = new CompilerProcess({ wallMs: 60_000 });
  assert.equal((await compiler.run(source({}))).ok, true);
  process.kill(Number(children()[0][0]), "SIGKILL");
  await eventually(() => children().length === 0);
  assert.equal((await compiler.run(source({}))).ok, true);
  const lost = compiler.run(ENDLESS);
  await new Promise((resolve) => setTimeout(resolve, 100));
  process.kill(Number(children()[0][0]), "SIGKILL");
  assert.deepEqual(places(await lost), ["COMPILE_CRASHED "]);
  assert.equal((await compiler.run(source({}))).ok, true);
  await compiler.close();
});

test("nothing goes on when the function ends in the middle", async () => {
  const address = new URL("../../../functions/compile/index.mjs", import.meta.url).href;
  const support = new URL("./support.mjs", import.meta.url).href;
  const program = `
    import { handler } from ${JSON.stringify(address)};
    import { project } from ${JSON.stringify(support)};
    await handler({ source: { files: project({ "src/a.ts": "let " + "a,".repeat(128 * 1024) + "a;" }) } });`;
  const running = spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: "ignore" });
  const compilers = () => Object.entries(processes()).filter(([, { parent }]) => parent === running.pid);
  await eventually(() => compilers().length === 1 && groupOf(compilers()).length >= 2);
  const group = compilers();
  running.kill("SIGKILL");
  await eventually(() => groupOf(group).length === 0);
});

test("the compiler's own process gets the place of node's libraries, and no credentials", () => {
  const before = { ...process.env };
  Object.assign(process.env, { LD_LIBRARY_PATH: "/var/lang/lib", AWS_SECRET_ACCESS_KEY: "x", AWS_SESSION_TOKEN: "x" });
  const given = compilerEnvironment();
  for (const name of ["LD_LIBRARY_PATH", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"]) {
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  }
  assert.equal(given.LD_LIBRARY_PATH, "/var/lang/lib");
  assert.deepEqual(Object.keys(given).filter((name) => name.startsWith("AWS_")), []);
});
