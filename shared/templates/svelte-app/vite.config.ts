/// <reference types="vitest/config" />
import { svelte } from "@sveltejs/vite-plugin-svelte";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), tailwindcss()],
  // Tests run in Node: this makes them use Svelte's browser code, as the page does.
  resolve: mode === "test" ? { conditions: ["browser"] } : {},
  test: { environment: "happy-dom" },
}));
