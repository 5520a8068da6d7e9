/** A Vite plugin that finishes the build: preloads the fonts, tells the service worker what to keep, compresses files,
 *  and writes the licences of third-party packages. The static site (`--mode site`) has its content policy in the page,
 *  links of its own in the manifest, and no compressed copies, which plain file servers do not send. The server itself
 *  makes gzip, for browsers that do not ask for Brotli. */

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import type { HtmlTagDescriptor, Plugin } from "vite";
import type { Manifest } from "../src/device/interpreter.ts";
import { bill, notice, parts, type Part } from "./parts.ts";

const COMPRESSIBLE = /\.(html|js|css|svg|json|txt|wasm|bin)$/;
const LEAST = 512; // bytes: below that compressing saves nothing
const FONT = /-latin-wght-normal-.*\.woff2$/; // what every page needs at once
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data:; " +
  "font-src 'self'; media-src 'self'; manifest-src 'self'; connect-src 'self'; form-action 'none'; base-uri 'none'";

export function finish(): Plugin {
  let folder = "";
  let base = "/";
  let site = false;
  let inside: Part[] = [];
  return {
    name: "finish",
    apply: "build",
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
      base = config.base;
      site = config.mode === "site";
    },
    transformIndexHtml: (_, { bundle }) => [
      ...(site ? [{ tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content: POLICY } }] : []),
      ...Object.keys(bundle ?? {})
        .filter((file) => FONT.test(file))
        .map((file): HtmlTagDescriptor => ({
          tag: "link",
          attrs: { rel: "preload", as: "font", type: "font/woff2", crossorigin: "", href: `${base}${file}` },
        })),
    ],
    generateBundle(_, bundle) {
      // Typefaces are no modules: what style sheets name is a file, which knows where it was.
      const files = Object.values(bundle).flatMap((one) => (one.type === "asset" ? one.originalFileNames : []));
      const python = existsSync(join(import.meta.dirname, "../../build/device"))
        ? ["node_modules/brython/brython.js"]
        : [];
      inside = parts([...this.getModuleIds(), ...files, ...python]);
    },
    closeBundle() {
      writeFileSync(join(folder, "licences.txt"), notice(inside));
      writeFileSync(join(folder, "sbom.cdx.json"), bill(inside, readFileSync("package-lock.json", "utf-8")));
      if (site) shortenLinks(join(folder, "manifest.webmanifest"));
      keepOffline(folder);
      if (!site)
        for (const file of files(folder)) if (COMPRESSIBLE.test(file) && statSync(file).size >= LEAST) compress(file);
    },
  };
}

const files = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

/** On a static host, pages are fragments of one address. */
function shortenLinks(manifest: string): void {
  const text = readFileSync(manifest, "utf-8");
  writeFileSync(manifest, text.replaceAll(/"url": "(\w+)"/g, '"url": "./#/$1"'));
}

const NOT_KEPT = new Set(["sw.js", "version.json", "licences.txt", "sbom.cdx.json"]);

/** Tell the service worker all files, and page and worker which build they are of. */
function keepOffline(folder: string): void {
  const all = files(folder).map((file) => relative(folder, file).split(sep).join("/"));
  const built = all.filter((name) => !NOT_KEPT.has(name) && name !== "index.html");
  const hash = createHash("sha256");
  for (const name of ["index.html", ...built]) hash.update(name).update(readFileSync(join(folder, name)));
  const device = JSON.parse(readFileSync(join(folder, "device.json"), "utf-8")) as Manifest;
  const ofDevice = Object.values(device.files).map(({ name }) => `assets/device/${name}`);
  const names = [...new Set([...built, ...ofDevice])].sort(); // with the networks, which the server makes
  const version = hash.digest("hex").slice(0, 16);
  const page = readFileSync(join(folder, "index.html"), "utf-8");
  const first = names.filter((name) => page.includes(name) || !name.includes("/"));
  writeFileSync(
    join(folder, "index.html"),
    page.replace("<title>", `<meta name="build" content="${version}" />\n    <title>`),
  );
  writeFileSync(join(folder, "version.json"), `${JSON.stringify({ version })}\n`);
  const worker = readFileSync(join(folder, "sw.js"), "utf-8")
    .replace('VERSION = "development"', `VERSION = ${JSON.stringify(version)}`)
    .replace("FIRST = []", `FIRST = ${JSON.stringify(first)}`)
    .replace("FILES = []", `FILES = ${JSON.stringify(names)}`);
  writeFileSync(join(folder, "sw.js"), worker);
}

function compress(file: string): void {
  const bytes = readFileSync(file);
  writeFileSync(
    `${file}.br`,
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  );
}
