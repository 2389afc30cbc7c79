import { ENTRY, projectPlugin } from "./plugin.mjs";
import { esbuild } from "./service.mjs";

// What a build for a browser knows: a branch that it never takes is not looked into.
const DEFINE = {
  "import.meta.env.SSR": "false",
  "import.meta.env.DEV": "false",
  "import.meta.env.PROD": "true",
  "import.meta.env.MODE": '"production"',
  "import.meta.hot": "undefined",
};
// A context keeps what it parsed; starting afresh now and then bounds its memory.
const MAX_REBUILDS = 100;
const MAX_CONTEXTS = 4;

/** Bundles one job at a time on long-lived esbuild contexts, one for each set of compiler options. */
export class Bundler {
  #contexts = new Map();
  #job = null;

  /** esbuild's `{errors, warnings}`; the plugin fills the job's findings meanwhile. */
  async run(job) {
    this.#job = job;
    const context = await this.#context(JSON.stringify(job.project.tsconfig.compilerOptions));
    try {
      return await context.rebuild();
    } catch (failure) {
      if (!Array.isArray(failure.errors)) throw failure;
      return failure;
    } finally {
      this.#job = null;
    }
  }

  async #context(compilerOptions) {
    let entry = this.#contexts.get(compilerOptions);
    if (!entry || entry.used >= MAX_REBUILDS) {
      await this.#drop(compilerOptions);
      if (this.#contexts.size >= MAX_CONTEXTS) await this.#drop(this.#contexts.keys().next().value);
      entry = { used: 0, context: await this.#create(compilerOptions) };
      this.#contexts.set(compilerOptions, entry);
    }
    entry.used += 1;
    return entry.context;
  }

  async #drop(key) {
    const entry = this.#contexts.get(key);
    this.#contexts.delete(key);
    await entry?.context.dispose();
  }

  async #create(compilerOptions) {
    const { context } = await esbuild();
    return await context({
      entryPoints: [ENTRY],
      outdir: "/",
      absWorkingDir: "/",
      bundle: true,
      write: false,
      format: "esm",
      target: "esnext",
      platform: "browser",
      define: DEFINE,
      jsx: "preserve",
      charset: "utf8",
      logLevel: "silent",
      logLimit: 0,
      tsconfigRaw: `{"compilerOptions":${compilerOptions}}`,
      plugins: [projectPlugin(() => this.#job)],
    });
  }
}
