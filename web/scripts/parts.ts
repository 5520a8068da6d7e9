/** The third-party packages in the built page, found from its modules: as `licences.txt` for people and as
 *  `sbom.cdx.json` (CycloneDX) for programs. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface Part {
  name: string;
  version: string;
  licence: string;
  text: string;
}

const HOME = /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/** The packages that modules come from, by name. */
export function parts(modules: Iterable<string>): Part[] {
  const homes = new Map<string, string>();
  for (const id of modules) {
    const match = HOME.exec(id.replaceAll("\\", "/").replace(/^\0/, ""));
    if (match) homes.set(match[1]!, match[0]);
  }
  return [...homes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, home]) => part(name, home));
}

function part(name: string, home: string): Part {
  const { version, license } = JSON.parse(readFileSync(join(home, "package.json"), "utf-8"));
  const own = readdirSync(home).find((entry) => /^licen[cs]e/i.test(entry));
  const file = own ? join(home, own) : join(import.meta.dirname, "../licences", `${name}.txt`); // some ship without it
  if (!existsSync(file) || typeof license !== "string")
    throw new Error(`${name} does not say by which licence it may be shipped.`);
  return { name, version, licence: license, text: readFileSync(file, "utf-8").trim() };
}

export const notice = (all: Part[]): string =>
  all.map(({ name, text }) => `${name}\n${"=".repeat(name.length)}\n\n${text}\n`).join("\n\n");

/** A reproducible bill of materials: no times or random numbers. */
export function bill(all: Part[], lock: string): string {
  const locked: Record<string, { integrity?: string }> = JSON.parse(lock).packages;
  const components = all.map(({ name, version, licence }) => {
    const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
    const [group, alone] = name.startsWith("@") ? name.split("/") : [undefined, name];
    const hash = locked[`node_modules/${name}`]?.integrity?.replace(/^sha512-/, "");
    return {
      type: "library",
      "bom-ref": purl,
      ...(group && { group }),
      name: alone,
      version,
      licenses: [{ license: { id: licence } }],
      ...(hash && { hashes: [{ alg: "SHA-512", content: Buffer.from(hash, "base64").toString("hex") }] }),
      purl,
    };
  });
  const page = { type: "application", "bom-ref": "ziggurat-page", name: "ziggurat-page" };
  const dependencies = [{ ref: "ziggurat-page", dependsOn: components.map((component) => component["bom-ref"]) }];
  const whole = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: page },
    components,
    dependencies,
  };
  return `${JSON.stringify(whole, null, 2)}\n`;
}
