/** A Vite plugin that adds what plays without a server: the files of build/device, which `ziggurat.browser.bundle` makes. The
 *  page knows their names as `__DEVICE__`; `device.json` lists them for whoever keeps them for later. A server makes the
 *  networks from the games' own files (`ziggurat.server.transport.device_networks`); only the static site has them. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import type { Manifest } from "../src/device/interpreter.ts";

const FOLDER = join(import.meta.dirname, "../../build/device");
const NETWORK = /-network\.bin$/;
const NOTHING: Manifest = { version: "", games: {}, files: {} };

export function device(): Plugin {
  const list = join(FOLDER, "device.json");
  const manifest = existsSync(list) ? (JSON.parse(readFileSync(list, "utf8")) as Manifest) : NOTHING;
  let site = false;
  return {
    name: "device",
    config: () => ({ define: { __DEVICE__: JSON.stringify(manifest) } }),
    configResolved(config) {
      site = config.mode === "site";
    },
    generateBundle() {
      for (const [file, { name }] of Object.entries(manifest.files)) {
        if (NETWORK.test(file) && !site) continue;
        this.emitFile({ type: "asset", fileName: `assets/device/${name}`, source: readFileSync(join(FOLDER, name)) });
      }
      this.emitFile({ type: "asset", fileName: "device.json", source: JSON.stringify(manifest) });
    },
  };
}
