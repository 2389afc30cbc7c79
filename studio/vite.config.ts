/// <reference types="vitest/config" />
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The running stack, where `make studio` serves the sources; it has everything that is not the Studio's own. */
const api = process.env["CHATBUILDER_API"] ?? "";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const BASE = /node_modules[\\/](@tanstack[\\/](react-)?query|react[\\/])|[\\/](createLucideIcon|chevron-down)\.|studio[\\/]src[\\/](messages[\\/](useMessages|en)|ui[\\/](classes|Fault|arrive|firstField))\./;

export default defineConfig({
  base: "/studio/",
  plugins: [react(), tailwindcss()],
  resolve: {
    alias: {
      "@api": here("../clients/typescript/src"),
      "@": here("./src"),
      "openapi-fetch": here("./node_modules/openapi-fetch"),
    },
  },
  // The content policy has no `data:` for scripts and fonts, so nothing is put into the page itself.
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    // What every page needs is one file: in several small ones it packs worse.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "base", test: BASE }] } } },
  },
  server: {
    host: "127.0.0.1",
    strictPort: true,
    fs: { allow: [here("."), here("../clients/typescript/src"), here("../docs/manual")] },
    ...(api ? { proxy: { "^/(?!studio(/|$))": api, "/studio/config.json": api } } : {}),
  },
  test: { environment: "happy-dom", setupFiles: ["src/testing/setup.ts"], restoreMocks: true, testTimeout: 60_000 },
});
