/** What the gate knows of frameworks by name. Their syntax is in `load/<extension>.mjs` and `page/<extension>.mjs`. */

/** Extensions of the file types that frameworks have of their own: script, markup and style in one. */
export const COMPONENTS = ["vue", "svelte"];
/** Vite's plugins, which a page is drawn without as long as they have no options. */
export const PLUGINS = ["@vitejs/plugin-react", "@vitejs/plugin-vue", "@sveltejs/vite-plugin-svelte"];
/** Bases of tsconfig outside the project that set `verbatimModuleSyntax`. */
export const VERBATIM_BASES = ["@vue/tsconfig", "@tsconfig/svelte"];
/** Configuration at the root, beside Vite's, that may change a compiler. */
export const CONFIGS = /^svelte\.config\./;
