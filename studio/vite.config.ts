/// <reference types="vitest/config" />
import { fileURLToPath } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

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
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false }, sourcemap: false },
  test: { environment: "happy-dom", setupFiles: ["src/testing/setup.ts"], restoreMocks: true },
});
