import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { device } from "./scripts/device.ts";
import { finish } from "./scripts/finish.ts";

export default defineConfig(({ mode }) => ({
  // The static site lies in any folder of any host, or on a USB stick.
  base: mode === "site" ? "./" : "/",
  plugins: [svelte(), device(), finish()],
  build: {
    outDir: mode === "site" ? "../build/play" : "../src/ziggurat/page",
    emptyOutDir: true,
    target: "es2022",
    // The server's content policy allows no data: fonts, and small files compress badly inside others.
    assetsInlineLimit: 0,
  },
  server: {
    // `ziggurat serve` on its usual port (or ZIGGURAT_SERVER) answers the interface while Vite serves the page.
    proxy: { "/api": { target: process.env["ZIGGURAT_SERVER"] ?? "http://127.0.0.1:8000", ws: true } },
  },
  resolve: process.env["VITEST"] ? { conditions: ["browser"] } : {},
  test: {
    environment: "happy-dom",
    pool: "threads",
    include: ["tests/**/*.test.ts"],
    setupFiles: ["tests/timeouts.ts"],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
}));
