/** The matches on this device, for lists and tables. Other tabs are notified of changes. */

import type { Table } from "../generated/protocol";
import type { DeviceEntry, DeviceMatch, Journal } from "./match";
import { MemoryStore, openStore, StorageProblem, type MatchStore } from "./store";

const CHANNEL = "ziggurat:matches";

class DeviceMatches {
  all = $state.raw<DeviceMatch[]>([]);
  tables: Table[] = $derived(this.all.map((match) => match.table));
  /** Whether the list has been read. */
  known = $state(false);
  /** Whether this browser stores nothing, so that matches end with the page. */
  fleeting = $state(false);
  #store: Promise<MatchStore> | undefined;
  #channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(CHANNEL) : null;

  constructor() {
    if (this.#channel) this.#channel.onmessage = () => this.known && void this.list();
  }

  /** Read the list. */
  async list(): Promise<void> {
    try {
      this.all = await (await this.#stored()).list();
    } catch {
      // keep the old list
    }
    this.known = true;
  }

  async load(id: string): Promise<{ match: DeviceMatch; journal: Journal } | null> {
    return (await this.#stored()).load(id);
  }

  /** Store a match and its new entries; or a `StorageProblem`. */
  async save(match: DeviceMatch, entries?: DeviceEntry[]): Promise<void> {
    await (await this.#stored()).save(match, entries);
    const others = this.all.filter(({ id }) => id !== match.id);
    this.all = [match, ...others].sort((one, other) => other.table.changed - one.table.changed);
    this.#channel?.postMessage(match.id);
  }

  async remove(id: string): Promise<void> {
    await (await this.#stored()).remove(id);
    this.all = this.all.filter((match) => match.id !== id);
    this.#channel?.postMessage(id);
  }

  /** The browser's store; where it refuses one, the page's memory. */
  #stored(): Promise<MatchStore> {
    this.#store ??= openStore().catch((problem: unknown) => {
      if (!(problem instanceof StorageProblem)) throw problem;
      this.fleeting = true;
      return new MemoryStore();
    });
    return this.#store;
  }
}

export const deviceMatches = new DeviceMatches();

/** Ask the browser not to clear our store when the disk is nearly full. It may refuse, or ask the reader. */
export function keepStore(): void {
  void navigator.storage?.persist?.().catch(() => undefined);
}
