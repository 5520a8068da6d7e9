/** What is done to a built page: files are compressed once, here, rather than at every request; and the licences of
 *  what is built into it are put beside it. */

import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const TEXT = /\.(html|js|css|svg|json|txt)$/;
const LEAST = 512; // bytes: below that compressing saves nothing
const INSIDE = ["svelte", "marked", "@fontsource-variable/fraunces", "@fontsource-variable/source-sans-3"];

export function finish(): Plugin {
  let folder = "";
  return {
    name: "finish",
    apply: "build",
    configResolved: (config) => void (folder = join(config.root, config.build.outDir)),
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
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }));
}

const licences = (): string =>
  INSIDE.map((name) => {
    const home = join("node_modules", name);
    const file = readdirSync(home).find((entry) => /^licen[cs]e/i.test(entry))!;
    return `${name}\n${"=".repeat(name.length)}\n\n${readFileSync(join(home, file), "utf-8").trim()}\n`;
  }).join("\n\n");
