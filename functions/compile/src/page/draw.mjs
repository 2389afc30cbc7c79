import { isStyle } from "../paths.mjs";
import { esbuild } from "../bundle/service.mjs";
import { MAX_PAGE_BYTES } from "../limits.mjs";
import { readProject } from "../project/read.mjs";
import { resolveSpecifier } from "../resolve/specifier.mjs";
import { fillPage } from "./html.mjs";
import { requirePlain, usesTailwind } from "./plain.mjs";
import { ENTRY, pagePlugin } from "./plugin.mjs";
import { stylesheets } from "./tailwind.mjs";
import { Scales } from "../weight/scales.mjs";
import { wait, Waits } from "./waits.mjs";

const PAGE = "index.html";
const TAILWIND = /@(?:tailwind|apply|theme|utility|variant|reference)\b|@import\s+["']tailwindcss/;

/**
 * The page of a project as its build would show it: `{html}`, or `{waits}` with the reason why only the build can.
 * `packages` is the index of the catalog's bundled packages, `base` where those and the project's own files are served,
 * `env` what `import.meta.env` has besides what every build has. Runs nothing of the project.
 */
export async function drawPage({ files, packages, base, env }, clock) {
  try {
    const started = performance.now();
    const html = await draw({ project: readProject(files, null), packages, base, env: environment(env, base) });
    clock.set("page", Math.round(performance.now() - started));
    if (Buffer.byteLength(html) > MAX_PAGE_BYTES) wait("the page is too large to be shown before its build");
    return { html };
  } catch (cause) {
    if (cause instanceof Waits) return { waits: cause.message };
    throw cause;
  }
}

const environment = (env, base) => ({ ...env, BASE_URL: base.files, MODE: "production", DEV: false, PROD: true, SSR: false });

async function draw(job) {
  const { project } = job;
  requirePlain(project);
  if (!usesTailwind(project)) requireNoTailwind(project);
  const draft = { ...job, style: await stylesheets(job), entry: entry(project), parts: new Map(), imported: new Set(), scales: new Scales(project) };
  const { script, style } = await bundle(draft);
  const chosen = [...draft.imported].sort().map((name) => [name, job.packages.modules[name]]);
  const files = new Set(chosen.flatMap(([, { file, chunks }]) => [file, ...chunks]));
  return fillPage(project.files.get(PAGE), {
    script, style, env: job.env,
    imports: Object.fromEntries(chosen.map(([name, { file }]) => [name, job.base.packages + file])),
    preloads: [...files].map((file) => job.base.packages + file),
  });
}

function requireNoTailwind({ files }) {
  for (const [path, text] of files) if (isStyle(path) && TAILWIND.test(String(text))) wait(`${path} is made by a plugin that is not known here`);
}

/** What index.html loads, in its order. */
function entry(project) {
  const { entries, styles, inline } = project.page;
  const named = [...styles, ...entries].filter(isOfPage).map(({ specifier }) => {
    const name = /^[./]/.test(specifier) ? specifier : `./${specifier}`;
    const { path } = resolveSpecifier(project, PAGE, name.split("#")[0]);
    return path?.startsWith("public/") || !path ? wait(`index.html loads ${specifier}`) : `import ${JSON.stringify(`module:${path}`)};`;
  });
  const scripts = inline.flatMap((each, index) => (isOfPage(each) ? [`import "inline:${index}";`] : []));
  return [...named, ...scripts].join("\n");
}

const isOfPage = ({ page }) => page === PAGE;

async function bundle(draft) {
  const { build } = await esbuild();
  const { compilerOptions } = draft.project.tsconfig;
  try {
    const { outputFiles } = await build({
      entryPoints: [ENTRY], outdir: "/", absWorkingDir: "/", bundle: true, write: false, format: "esm", target: "esnext",
      platform: "browser", jsx: "automatic", charset: "utf8", logLevel: "silent", minifyWhitespace: true,
      legalComments: "none", tsconfigRaw: JSON.stringify({ compilerOptions }), plugins: [pagePlugin(draft)],
      define: {
        "import.meta.env": JSON.stringify(draft.env), "import.meta.hot": "undefined", "process.env.NODE_ENV": '"production"',
      },
    });
    const text = (kind) => outputFiles.find(({ path }) => path.endsWith(kind))?.text ?? "";
    return { script: text(".js"), style: text(".css") };
  } catch (cause) {
    if (draft.reason) throw draft.reason;
    if (!Array.isArray(cause.errors)) throw cause;
    return wait(`the project does not compile: ${cause.errors[0]?.text ?? "for an unknown reason"}`);
  }
}
