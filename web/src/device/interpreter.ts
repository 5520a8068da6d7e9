/** Python with the files it needs: loads a game's code, module, network and texts when they are first asked for. */

import { Kernels, type Description } from "./kernels.ts";
import { startPython, type Python } from "./python.ts";

/** `device.json`: every file of a device, by what it is. */
export interface Manifest {
  version: string;
  /** Games and their packages. */
  games: Record<string, string>;
  files: Record<string, { name: string; bytes: number }>;
}

/** How files are read. */
export interface Files {
  /** Run scripts, in order. */
  run(...names: string[]): void;
  bytes(name: string): Promise<ArrayBuffer>;
}

/** A file that is missing, or that is not what it should be. */
export class BrokenFile extends Error {
  readonly file: string;

  constructor(file: string, problem: unknown) {
    super(`${file}: ${String(problem)}`);
    this.file = file;
  }
}

/** What may be loaded of a game, besides its code. */
export type Part = "network" | "texts" | "puzzles";

const OURS = "ziggurat.games.";

export class Interpreter {
  readonly #kernels = new Map<string, Kernels>();
  readonly #networks = new Map<string, ArrayBuffer>();
  readonly #data = new Map<string, string>();
  readonly #loaded = new Map<string, Promise<unknown>>();
  readonly manifest: Manifest;
  readonly #files: Files;
  readonly #world: object;
  #python!: Python;

  constructor(manifest: Manifest, files: Files, world: object) {
    [this.manifest, this.#files, this.#world] = [manifest, files, world];
  }

  /** Start Python; with the code of some bundles at once, which saves round trips. */
  start(...bundles: string[]): void {
    this.#run("runtime", ...bundles);
    for (const bundle of bundles) this.#loaded.set(bundle, Promise.resolve());
    this.#python = startPython(this.#world, {
      kernels: (game) => this.#kernels.get(game),
      data: (path) => this.#data.get(path),
      network: (game) => this.#networks.get(game),
      otherGames: () =>
        Object.fromEntries(Object.entries(this.manifest.games).filter(([, name]) => !name.startsWith(OURS))),
    });
  }

  /** Load a bundle's code. */
  bundle(name: string): Promise<unknown> {
    return this.#once(name, async () => this.#run(name));
  }

  /** Load a game, and parts of it. A game that is not here is Python's to refuse. */
  async game(game: string, ...parts: Part[]): Promise<void> {
    if (!(game in this.manifest.games)) return;
    await Promise.all([
      this.bundle(game),
      this.#once(`${game}.wasm`, () => this.#module(game)),
      this.#once(`${game}-parts`, () => this.#texts(`${game}-parts.json`)),
      ...parts.map((part) =>
        this.#once(`${game}-${part}`, () =>
          part === "network" ? this.#network(game) : this.#texts(`${game}-${part}.json`),
        ),
      ),
    ]);
  }

  /** A file of JSON. */
  async json(file: string): Promise<unknown> {
    const content = await this.#bytes(file);
    return content && JSON.parse(new TextDecoder().decode(content));
  }

  call(module: string, name: string, ...texts: string[]): string[] {
    return this.#python.call(module, name, ...texts);
  }

  /** Do something once; again, if it has failed. */
  #once(name: string, act: () => Promise<unknown>): Promise<unknown> {
    let under = this.#loaded.get(name);
    if (!under) {
      under = act();
      this.#loaded.set(name, under);
      under.catch(() => this.#loaded.delete(name));
    }
    return under;
  }

  #run(...bundles: string[]): void {
    const names = bundles.map((bundle) => this.manifest.files[`${bundle}.js`]?.name ?? `${bundle}.js`);
    try {
      this.#files.run(...names);
    } catch (problem) {
      throw new BrokenFile(names.at(-1)!, problem);
    }
  }

  async #bytes(file: string): Promise<ArrayBuffer | null> {
    const listed = this.manifest.files[file];
    if (!listed) return null;
    let content: ArrayBuffer;
    try {
      content = await this.#files.bytes(listed.name);
    } catch (problem) {
      throw new BrokenFile(listed.name, problem);
    }
    if (content.byteLength !== listed.bytes) throw new BrokenFile(listed.name, "it is not whole");
    return content;
  }

  async #module(game: string): Promise<void> {
    const [module, description] = await Promise.all([this.#bytes(`${game}.wasm`), this.#bytes(`${game}-kernels.json`)]);
    if (!module || !description) return;
    const described = JSON.parse(new TextDecoder().decode(description)) as Description;
    try {
      this.#kernels.set(game, await Kernels.load(module, described));
    } catch (problem) {
      throw new BrokenFile(this.manifest.files[`${game}.wasm`]!.name, problem);
    }
  }

  async #network(game: string): Promise<void> {
    const content = await this.#bytes(`${game}-network.bin`);
    if (content) this.#networks.set(game, content);
  }

  async #texts(file: string): Promise<void> {
    const content = await this.#bytes(file);
    if (!content) return;
    const texts = JSON.parse(new TextDecoder().decode(content)) as Record<string, string>;
    for (const [path, text] of Object.entries(texts)) this.#data.set(path, text);
  }
}
