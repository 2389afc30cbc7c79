import { Worker } from "node:worker_threads";

import { error } from "../diagnostics.mjs";
import { HEAP_MB, WALL_MS } from "../limits.mjs";
import { refused } from "./answer.mjs";
import { told } from "./told.mjs";

const EVENTS = ["message", "error", "exit"];
const WORKER = new URL("./worker.mjs", import.meta.url);

/**
 * A warm thread that compiles one project at a time. A thread, so that a source that never ends or eats the heap
 * costs that thread and (but for a single enormous allocation) not the function: the next call starts a new one.
 */
export class CompilerHost {
  #worker = null;
  #queue = Promise.resolve();

  constructor({ wallMs = WALL_MS, heapMb = HEAP_MB, script = WORKER } = {}) {
    this.options = { wallMs, heapMb, script };
  }

  /** Always resolves, with the worker's answer or a refusal. */
  run(message) {
    const result = this.#queue.then(() => this.#ask(message));
    this.#queue = result;
    return result;
  }

  async close() {
    await this.#drop();
  }

  #ask(message) {
    const worker = (this.#worker ??= this.#start());
    return new Promise((resolve) => {
      const settle = (answer, alive) => {
        clearTimeout(timer);
        for (const event of EVENTS) worker.removeAllListeners(event);
        worker.unref();
        resolve(alive ? answer : this.#drop().then(() => answer));
      };
      const timer = setTimeout(() => settle(timedOut(this.options.wallMs), false), this.options.wallMs);
      worker.once("message", (answer) => settle(answer, !broken(answer)));
      worker.once("error", (cause) => settle(crashed(cause), false));
      worker.once("exit", () => settle(crashed(null), false));
      worker.ref();
      worker.postMessage(message);
    });
  }

  #start() {
    const resourceLimits = { maxOldGenerationSizeMb: this.options.heapMb };
    return new Worker(this.options.script, { resourceLimits, env: compilerEnvironment(), execArgv: [] });
  }

  async #drop() {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }
}

/** What esbuild, another node (Lambda names the place of node's libraries) and our bounds need; no credentials. */
export function compilerEnvironment() {
  const { PATH, HOME, TMPDIR, LD_LIBRARY_PATH, ESBUILD_BINARY_PATH, FILE_LIMITS } = process.env;
  const needed = { PATH, HOME, TMPDIR, LD_LIBRARY_PATH, ESBUILD_BINARY_PATH, FILE_LIMITS };
  return Object.fromEntries(Object.entries(needed).filter(([, value]) => value !== undefined));
}

/** After a crash of its own, a thread (and the esbuild process it talks to) is not trusted again. */
const broken = ({ diagnostics }) => diagnostics.some((item) => item.code === "COMPILE_CRASHED");

const timedOut = (ms) => refused(error("COMPILE_TIMEOUT", `The project took longer than ${ms / 1000} s to compile`));

/** What is answered when the compiler itself ended. */
export function crashed(cause) {
  console.error(cause ? told(cause) : "the compiler's thread ended");
  const memory = cause?.code === "ERR_WORKER_OUT_OF_MEMORY";
  return refused(
    error("COMPILE_CRASHED", memory ? "The project took too much memory to compile" : "The compiler stopped"),
  );
}
