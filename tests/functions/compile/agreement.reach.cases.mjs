// What the build loads and what it does not, and the ways to write an alias: a real Vite build, which reads the
// configuration here, and the fast gate must agree.
const page = (main) => `<!doctype html><div id="root"></div><script type="module" src="/src/${main}"></script>`;
const FRAMES = {
  react: { main: "main.tsx", plugin: "react", component: "src/Dead.tsx", good: "export const Dead = () => <p>x</p>;", root: "import { createElement } from 'react'; console.log(createElement)" },
  vue: { main: "main.ts", plugin: "vue", component: "src/Dead.vue", good: "<template><p>x</p></template>", root: "import { h } from 'vue'; console.log(h)" },
  svelte: { main: "main.ts", plugin: "svelte", component: "src/Dead.svelte", good: "<p>x</p>", root: "import { mount } from 'svelte'; console.log(mount)" },
  vanilla: { main: "main.ts", plugin: "none", component: "src/dead.ts", good: "export const dead = 1;", root: "console.log(1)" },
};
const BROKEN = {
  react: "export const Dead = () => <p>;",
  vue: "<template><div><p></div></template>",
  svelte: "{#each [1] as x}<p>{x}</p>",
  vanilla: "export const = 1;",
};
const NAMES = Object.keys(FRAMES);

function app(frame, files = {}, more = {}) {
  const { main, plugin, root } = FRAMES[frame];
  return { files: { "index.html": page(main), [`src/${main}`]: root, ...files }, plugin, ...more };
}
const each = (idiom, make) => Object.fromEntries(NAMES.map((name) => [`${name}: ${idiom}`, make(name, FRAMES[name])]));
const imports = (frame, specifier) => ({ [`src/${FRAMES[frame].main}`]: `import * as it from '${specifier}'; console.log(it)` });

const reach = {
  ...each("a broken component that nothing loads", (name, { component }) => app(name, { [component]: BROKEN[name] })),
  ...each("a broken component that the page loads", (name, { component }) => app(name, { [component]: BROKEN[name], ...imports(name, `/${component}`) })),
  ...each("a dead module imports what is not there", (name) => app(name, { "src/old.ts": "import { a } from './gone'; console.log(a)" })),
  ...each("a live module imports what is not there", (name) => app(name, { "src/old.ts": "import { a } from './gone'; console.log(a)", ...imports(name, "./old") })),
  ...each("a dead module imports an undeclared package", (name) => app(name, { "src/old.ts": "import a from 'left-pad'; console.log(a)" })),
  ...each("a dead module asks for a name that is not there", (name) => app(name, { "src/a.ts": "export const a = 1;", "src/old.ts": "import { b } from './a'; console.log(b)" })),
  ...each("two dead modules import each other and fail", (name) => app(name, { "src/a.ts": "import './b'; let let = 1;", "src/b.ts": "import './a'; import './gone';" })),
  ...each("a dead sheet is broken", (name) => app(name, { "src/old.css": "}}} .a{color:red}" })),
  ...each("a dead sheet imports what is not there", (name) => app(name, { "src/old.css": '@import "./gone.css";' })),
  ...each("a live sheet imports what is not there", (name) => app(name, { "src/old.css": '@import "./gone.css";', [`src/${FRAMES[name].main}`]: "import './old.css'" })),
  ...each("dead JSON is broken", (name) => app(name, { "src/old.json": "{,}" })),
  ...each("live JSON is broken", (name) => app(name, { "src/old.json": "{,}", ...imports(name, "./old.json") })),
  ...each("eslint.config.js with undeclared packages", (name) => app(name, { "eslint.config.js": "import js from '@eslint/js'; import globals from 'globals'; export default [js, globals]" })),
  ...each("playwright.config.ts and its tests", (name) => app(name, { "playwright.config.ts": "import { defineConfig } from '@playwright/test'; export default defineConfig({})", "tests/a.spec.ts": "import { test } from '@playwright/test'; test('a', () => {})" })),
  ...each("a story of an undeclared package", (name) => app(name, { "src/A.stories.ts": "import type { Meta } from '@storybook/react'; import { fn } from '@storybook/test'; export default { args: { a: fn() } }" })),
  ...each("a setup of tests with undeclared packages", (name) => app(name, { "vitest.setup.ts": "import '@testing-library/jest-dom'", "src/test/setup.ts": "import '@testing-library/jest-dom/vitest'", "src/setupTests.ts": "import 'jest-dom-gone'" })),
  ...each("a dead module uses Node", (name) => app(name, { "src/server.ts": "import { readFileSync } from 'node:fs'; console.log(readFileSync)" })),
  ...each("a dead module imports from an address", (name) => app(name, { "src/old.ts": "import a from 'https://esm.sh/a'; console.log(a)" })),
  ...each("a module reached by a lazy import is broken", (name) => app(name, { "src/old.ts": "let let = 1;", [`src/${FRAMES[name].main}`]: "import('./old')" })),
  ...each("a module reached by a glob is broken", (name) => app(name, { "src/pages/old.ts": "let let = 1;", [`src/${FRAMES[name].main}`]: "console.log(import.meta.glob('./pages/*.ts'))" })),
  ...each("a broken module beside the folder of a glob", (name) => app(name, { "src/old.ts": "let let = 1;", "src/pages/a.ts": "export {}", [`src/${FRAMES[name].main}`]: "console.log(import.meta.glob('./pages/*.ts'))" })),
  ...each("a broken module of another kind than a glob's", (name) => app(name, { "src/pages/old.js": "let let = 1;", "src/pages/a.ts": "export {}", [`src/${FRAMES[name].main}`]: "console.log(import.meta.glob('./pages/*.ts'))" })),
  ...each("a dead module has a glob", (name) => app(name, { "src/pages/old.ts": "let let = 1;", "src/all.ts": "console.log(import.meta.glob('./pages/*.ts'))" })),
  ...each("a module reached by a computed import is broken", (name) => app(name, { "src/pages/old.ts": "let let = 1;", [`src/${FRAMES[name].main}`]: "const x = 'old'; import(`./pages/${x}.ts`)" })),
  ...each("a broken worker", (name) => app(name, { "src/w.ts": "let let = 1;", [`src/${FRAMES[name].main}`]: "new Worker(new URL('./w.ts', import.meta.url), { type: 'module' })" })),
  ...each("a module that only lends a type is broken", (name) => app(name, { "src/t.ts": "export type T = 1; let let = 1;", [`src/${FRAMES[name].main}`]: "import type { T } from './t'; const a: T = 1; console.log(a)" })),
  ...each("a broken JSON at the root that nothing reads", (name) => app(name, { "components.json": "{,}" })),
};

const SSR = {
  ...each("Node behind import.meta.env.SSR", (name) => app(name, { [`src/${FRAMES[name].main}`]: "if (import.meta.env.SSR) { const { readFileSync } = await import('node:fs'); console.log(readFileSync) }" })),
  ...each("what is not there behind import.meta.env.SSR", (name) => app(name, { [`src/${FRAMES[name].main}`]: "if (import.meta.env.SSR) { await import('./gone') }" })),
  ...each("what is not there behind import.meta.env.DEV", (name) => app(name, { [`src/${FRAMES[name].main}`]: "if (import.meta.env.DEV) { await import('./gone') }" })),
  ...each("what is not there behind import.meta.env.PROD", (name) => app(name, { [`src/${FRAMES[name].main}`]: "if (import.meta.env.PROD) { await import('./gone') }" })),
  ...each("what is not there behind a flag of the project", (name) => app(name, { [`src/${FRAMES[name].main}`]: "if (import.meta.env.VITE_MOCK === 'true') { await import('./gone') }" }, { differs: "the variables of an app are not known here" })),
  ...each("what is not there for DEV, by a conjunction", (name) => app(name, { [`src/${FRAMES[name].main}`]: "if (import.meta.env.DEV && location.hash) { await import('./gone') }" })),
};

const uses = (name, specifier, config, files = {}) =>
  app(name, { "src/lib/a.ts": "export const a = 1;", [`src/${FRAMES[name].main}`]: `import { a } from '${specifier}'; console.log(a)`, "vite.config.js": config, ...files }, { config: true });
const PATH = "import path, { resolve, join, dirname } from 'node:path'; import { fileURLToPath, URL } from 'node:url'; const here = import.meta.dirname;\n";
const OBJECT = {
  "resolve(import.meta.dirname, 'src')": "{ '@': resolve(import.meta.dirname, 'src') }",
  "path.resolve(here, './src')": "{ '@': path.resolve(here, './src') }",
  "fileURLToPath(new URL('./src', import.meta.url))": "{ '@': fileURLToPath(new URL('./src', import.meta.url)) }",
  "new URL('./src', import.meta.url).pathname": "{ '@': new URL('./src', import.meta.url).pathname }",
  "join(process.cwd(), 'src') of another place": "{ '@': join(dirname(fileURLToPath(import.meta.url)), 'src') }",
  "'/src'": "{ '@': '/src' }",
  "a template": "{ '@': `${here}/src` }",
  "a concatenation": "{ '@': here + '/src' }",
  "a quoted key in double quotes": '{ "@": resolve(here, "src") }',
  "with a comment before it": "{ // ours: './nowhere'\n '@': resolve(here, 'src') }",
  "beside others": "{ '~': resolve(here, 'public'), '@': resolve(here, 'src'), '@lib': resolve(here, 'src/lib') }",
};
const ARRAY = {
  "find '@'": "[{ find: '@', replacement: resolve(here, 'src') }]",
  "replacement first": "[{ replacement: resolve(here, 'src'), find: '@' }]",
  "find /^@/": "[{ find: /^@/, replacement: resolve(here, 'src') }]",
  "find /^@\\//": "[{ find: /^@\\//, replacement: resolve(here, 'src') + '/' }]",
  "find /^@\\// and a template": "[{ find: /^@\\//, replacement: `${resolve(here, 'src')}/` }]",
  "find /^@\\/(.*)$/": "[{ find: /^@\\/(.*)$/, replacement: resolve(here, 'src') + '/$1' }]",
  "find new RegExp": "[{ find: new RegExp('^@/'), replacement: resolve(here, 'src') + '/' }]",
  "find /^@\\// without its slash": "[{ find: /^@\\//, replacement: resolve(here, 'src') }]",
};
const CONSTANTS = {
  "const src = resolve(…)": ["const src = resolve(here, 'src');", "{ '@': src }"],
  "const of a const": ["const root = here; const src = join(root, 'src');", "{ '@': src }"],
  "const alias = {…}": ["const alias = { '@': resolve(here, 'src') };", "alias"],
  "const list = […]": ["const list = [{ find: '@', replacement: resolve(here, 'src') }];", "list"],
  "a function of its own": ["const at = (dir) => resolve(here, dir);", "{ '@': at('src') }"],
  "a function of another name": ["function pathOf(dir) { return fileURLToPath(new URL(dir, import.meta.url)); }", "{ '@': pathOf('./src') }"],
  "Object.fromEntries": ["const names = ['@'];", "Object.fromEntries(names.map((name) => [name, resolve(here, 'src')]))"],
  "spread": ["const more = { '@': resolve(here, 'src') };", "{ ...more }"],
};
const config = (alias, before = "") => `${PATH}${before}\nexport default { resolve: { alias: ${alias} } };`;

const aliases = {
  ...Object.fromEntries(Object.entries(OBJECT).map(([idiom, alias], index) => [`alias: ${idiom}`, uses(NAMES[index % 4], "@/lib/a", config(alias))])),
  ...Object.fromEntries(Object.entries(ARRAY).map(([idiom, alias], index) => [`alias: ${idiom}`, uses(NAMES[index % 4], "@/lib/a", config(alias))])),
  ...Object.fromEntries(Object.entries(CONSTANTS).map(([idiom, [before, alias]], index) => [`alias: ${idiom}`, uses(NAMES[index % 4], "@/lib/a", config(alias, before))])),
  ...Object.fromEntries(Object.entries({ ...OBJECT, ...ARRAY }).map(([idiom, alias], index) => [`alias: ${idiom}, a file that is not there`, uses(NAMES[index % 4], "@/lib/gone", config(alias))])),
  "alias: shorthand": uses("react", "@/lib/a", `${PATH}const alias = { '@': resolve(here, 'src') };\nexport default { resolve: { alias } };`),
  "alias: a function of the mode": uses("vue", "@/lib/a", `${PATH}import { defineConfig } from 'vite';\nexport default defineConfig(({ mode }) => ({ define: { MODE: JSON.stringify(mode) }, resolve: { alias: { '@': resolve(here, 'src') } } }));`),
  "alias: a name without a quote": uses("svelte", "lib/a", config("{ lib: resolve(here, 'src/lib') }")),
  "alias: a scope of its own": uses("vanilla", "@app/a", config("{ '@app': resolve(here, 'src/lib') }")),
  "alias: $lib": uses("svelte", "$lib/a", config("{ $lib: resolve(here, 'src/lib') }")),
  "alias: one file": uses("react", "the-a", config("{ 'the-a': resolve(here, 'src/lib/a.ts') }")),
  "alias: a package for another": uses("react", "left-pad", config("{ 'left-pad': 'react' }"), { "src/main.tsx": "import * as a from 'left-pad'; console.log(a)" }),
  "alias: a relative value": uses("react", "@/lib/a", config("{ '@': './src' }")),
  "alias: a slash at both ends": uses("vue", "@/lib/a", config("{ '@/': `${here}/src/` }")),
  "alias: a slash in the key alone": uses("vue", "@/lib/a", config("{ '@/': resolve(here, 'src') }")),
  "alias: another key": uses("svelte", "@/lib/a", config("{ '~': resolve(here, 'src') }")),
  "alias: none": uses("vanilla", "@/lib/a", "export default {};"),
  "alias: in a component": uses("vue", "./App.vue", config("[{ find: /^@\\//, replacement: `${here}/src/` }]"), { "src/main.ts": "import A from './App.vue'; console.log(A)", "src/App.vue": "<script setup>import { a } from '@/lib/a'</script><template>{{ a }}</template>" }),
  "alias: in a sheet": uses("react", "./a.css", config("{ '@': resolve(here, 'src') }"), { "src/main.tsx": "import './a.css'", "src/a.css": '@import "@/b.css";', "src/b.css": ".b{color:red}" }),
  "alias: beside one of tsconfig": uses("react", "#/lib/a", config("{ '@': resolve(here, 'src') }"), { "tsconfig.json": '{"compilerOptions":{"paths":{"#/*":["./src/*"]}}}' }),
};

const configs = {
  "the configuration imports an undeclared package": uses("react", "./lib/a", "import gone from 'vite-plugin-gone'; export default { plugins: [gone()] };"),
  "the configuration imports a file that is not there": uses("vue", "./lib/a", "import { gone } from './gone.js'; export default { base: gone };"),
  "the configuration is broken": uses("svelte", "./lib/a", "export default { ;"),
};

const ABOUT = '<!doctype html><h1>About</h1><script type="module" src="./about.js"></script>';
const INPUT = "export default { build: { rollupOptions: { input: ['index.html', 'about/index.html'] } } };";
const pages = {
  ...each("a page without a script", (name) => app(name, { "index.html": "<!doctype html><h1>Words</h1>" })),
  ...each("a second page that is named", (name) => app(name, { "about/index.html": ABOUT, "about/about.js": "console.log(2)", "vite.config.js": INPUT }, { config: true })),
  ...each("a second page whose script is not there", (name) => app(name, { "about/index.html": ABOUT, "vite.config.js": INPUT }, { config: true })),
  ...each("a second page that is not named", (name) => app(name, { "about/index.html": ABOUT })),
};

export const reachCases = { ...reach, ...SSR, ...aliases, ...configs, ...pages };
