import { fork } from "node:child_process";
import { hash } from "node:crypto";
import { constants, setPriority } from "node:os";
import { fileURLToPath } from "node:url";

import { error } from "../diagnostics.mjs";
import { WALL_MS } from "../limits.mjs";
import { refused } from "./answer.mjs";
import { compilerEnvironment, crashed } from "./host.mjs";

const CHILD = fileURLToPath(new URL("./child.mjs", import.meta.url));
const GRACE_MS = 5_000;
const KEPT_MS = 60_000;
const KEPT_MOST = 64;
const LOST = new Set(["COMPILE_TIMEOUT", "COMPILE_CRASHED"]);

/**
 * A warm process that compiles one project at a time, with all that it starts in a group of its own. Ending a thread
 * leaves the bundler it talks to at work; ending the group leaves nothing.
 */
export class CompilerProcess {
  #child = null;
  #queue = Promise.resolve();
  #unfinished = new Map();

  constructor({ wallMs = WALL_MS, keptMs = KEPT_MS } = {}) {
    this.wallMs = wallMs;
    this.keptMs = keptMs;
  }

  /** Always resolves, with the compiler's answer or a refusal. */
  run(message) {
    const result = this.#queue.then(() => this.#ask(message));
    this.#queue = result;
    return result;
  }

  async close() {
    await this.#end();
  }

  async #ask(message) {
    const key = keyOf(message);
    const kept = key && this.#unfinished.get(key);
    if (kept && kept.until > Date.now()) return kept.answer;
    const child = (this.#child ??= this.#start());
    const answer = await reply(child, message, this.wallMs + GRACE_MS);
    if (!answer.diagnostics.some(({ code }) => LOST.has(code))) return answer;
    if (key) this.#keep(key, answer);
    await this.#end();
    return answer;
  }

  /** What was asked meanwhile about the same source waits in the queue: it must not cost the wall again each time. */
  #keep(key, answer) {
    this.#unfinished.set(key, { answer, until: Date.now() + this.keptMs });
    if (this.#unfinished.size > KEPT_MOST) this.#unfinished.delete(this.#unfinished.keys().next().value);
  }

  #start() {
    const child = fork(CHILD, [String(this.wallMs)], {
      detached: true,
      env: compilerEnvironment(),
      execArgv: [],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    child.on("error", () => {});
    giveWay(child.pid);
    child.once("exit", () => (this.#child = this.#child === child ? null : this.#child));
    return child;
  }

  /** Returns once the process is gone and its table entry with it. */
  async #end() {
    const child = this.#child;
    this.#child = null;
    if (!child) return;
    const gone = child.exitCode ?? child.signalCode ? null : new Promise((resolve) => child.once("exit", resolve));
    child.ref();
    endGroup(child.pid);
    await gone;
  }
}

/** What answers people on the same processors comes first; a function of its own notices nothing. */
function giveWay(pid) {
  try {
    if (pid) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch (cause) {
    if (cause.code !== "ERR_SYSTEM_ERROR") throw cause;
  }
}

const keyOf = ({ source, page }) => source?.archive && `${hash("sha256", source.archive)} ${Boolean(page)}`;

/** Ends the process and what it started; a process that did not start has none. */
export function endGroup(pid) {
  try {
    if (pid) process.kill(-pid, "SIGKILL");
  } catch (cause) {
    if (cause.code !== "ESRCH") throw cause;
  }
}

/** The answer, or a refusal where the process ended or does not answer. The function may end while nothing is asked. */
function reply(child, message, ms) {
  child.ref();
  child.channel?.ref();
  return new Promise((resolve) => {
    const settle = (answer) => {
      clearTimeout(timer);
      for (const [event, listener] of listeners) child.removeListener(event, listener);
      child.unref();
      child.channel?.unref();
      resolve(answer);
    };
    const ended = (cause) => settle(crashed(cause instanceof Error ? cause : null));
    const listeners = [["message", settle], ["error", ended], ["exit", ended]];
    const timer = setTimeout(() => settle(refused(error("COMPILE_TIMEOUT", "The compiler does not answer"))), ms);
    for (const [event, listener] of listeners) child.once(event, listener);
    child.send(message, (cause) => cause && ended(cause));
  });
}
