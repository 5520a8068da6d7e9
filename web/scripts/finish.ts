/** A Vite plugin that finishes the build: preloads the fonts, compresses files, and writes the licences of third-party
 *  packages. */

import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";
import { bill, notice, parts, type Part } from "./parts.ts";

const COMPRESSIBLE = /\.(html|js|css|svg|json|txt|wasm|bin)$/;
const LEAST = 512; // bytes: below that compressing saves nothing
const FIRST = /-latin-wght-normal-.*\.woff2$/; // what every page needs at once

export function finish(): Plugin {
  let folder = "";
  let inside: Part[] = [];
  return {
    name: "finish",
    apply: "build",
    configResolved: (config) => void (folder = join(config.root, config.build.outDir)),
    transformIndexHtml: (_, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => FIRST.test(file))
        .map((file) => ({
          tag: "link",
          attrs: { rel: "preload", as: "font", type: "font/woff2", crossorigin: "", href: `/${file}` },
        })),
    generateBundle(_, bundle) {
      // Typefaces are no modules: what style sheets name is a file, which knows where it was.
      const files = Object.values(bundle).flatMap((one) => (one.type === "asset" ? one.originalFileNames : []));
      const python = existsSync(join(folder, "../../../build/device")) ? ["node_modules/brython/brython.js"] : [];
      inside = parts([...this.getModuleIds(), ...files, ...python]);
    },
    closeBundle() {
      writeFileSync(join(folder, "licences.txt"), notice(inside));
      writeFileSync(join(folder, "sbom.cdx.json"), bill(inside, readFileSync("package-lock.json", "utf-8")));
      for (const file of files(folder)) if (COMPRESSIBLE.test(file) && statSync(file).size >= LEAST) compress(file);
    },
  };
}

const files = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

function compress(file: string): void {
  const bytes = readFileSync(file);
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  writeFileSync(
    `${file}.br`,
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  );
}
