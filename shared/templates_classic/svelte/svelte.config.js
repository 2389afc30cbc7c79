import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

/** What Svelte 4 needs to read TypeScript. */
export default { preprocess: vitePreprocess() };
