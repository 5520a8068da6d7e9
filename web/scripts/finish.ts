/** What is done to a built page: its typefaces are fetched with the first request, files are compressed once, here, rather
 *  than at every request, and the licences of what is built into it are put beside it. */

import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const TEXT = /\.(html|js|css|svg|json|txt)$/;
const LEAST = 512; // bytes: below that compressing saves nothing
const FIRST = /-latin-wght-normal-.*\.woff2$/; // what every page needs at once
const INSIDE = ["svelte", "marked", "@fontsource-variable/fraunces", "@fontsource-variable/source-sans-3"];

export function finish(): Plugin {
  let folder = "";
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
    closeBundle() {
      writeFileSync(join(folder, "licences.txt"), licences());
      for (const file of files(folder)) if (TEXT.test(file) && statSync(file).size >= LEAST) compress(file);
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

const licences = (): string =>
  INSIDE.map((name) => {
    const home = join("node_modules", name);
    const file = readdirSync(home).find((entry) => /^licen[cs]e/i.test(entry))!;
    return `${name}\n${"=".repeat(name.length)}\n\n${readFileSync(join(home, file), "utf-8").trim()}\n`;
  }).join("\n\n");
