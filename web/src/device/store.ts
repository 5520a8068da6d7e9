/** The matches on this device, in the browser's database (IndexedDB). An entry is added in one transaction with its
 *  match, so that a crash leaves the one with the other. */

import type { DeviceEntry, DeviceMatch, Journal } from "./match";

const NAME = "ziggurat";
const VERSION = 1;
const [MATCHES, ENTRIES] = ["matches", "entries"];

/** Why something is not stored: the browser refuses, there is no room, or another tab has played on. */
export class StorageProblem extends Error {
  constructor(readonly kind: "refused" | "full" | "elsewhere") {
    super(kind);
  }
}

export interface MatchStore {
  /** All matches, the last changed first. */
  list(): Promise<DeviceMatch[]>;
  load(id: string): Promise<{ match: DeviceMatch; journal: Journal } | null>;
  /** Store a match and its new entries; entries that another tab has written meanwhile refuse it. */
  save(match: DeviceMatch, entries?: DeviceEntry[]): Promise<void>;
  remove(id: string): Promise<void>;
}

export async function openStore(factory: IDBFactory | undefined = globalThis.indexedDB): Promise<MatchStore> {
  try {
    if (!factory) throw new Error();
    return new Database(await opened(factory));
  } catch {
    throw new StorageProblem("refused"); // by a setting, or in a private window
  }
}

function opened(factory: IDBFactory): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = factory.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(MATCHES, { keyPath: "id" });
      request.result.createObjectStore(ENTRIES, { keyPath: ["match", "number"] });
    };
    request.onsuccess = () => {
      request.result.onversionchange = () => request.result.close(); // a newer page wants to change it
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("blocked"));
  });
}

class Database implements MatchStore {
  constructor(private readonly database: IDBDatabase) {}

  async list(): Promise<DeviceMatch[]> {
    const all = await this.#run("readonly", (matches) => matches.getAll() as IDBRequest<DeviceMatch[]>);
    return all.sort((one, other) => other.table.changed - one.table.changed);
  }

  async load(id: string): Promise<{ match: DeviceMatch; journal: Journal } | null> {
    const match = await this.#run("readonly", (matches) => matches.get(id) as IDBRequest<DeviceMatch | undefined>);
    if (!match) return null;
    const all = IDBKeyRange.bound([id, 0], [id, Infinity]);
    type Row = DeviceEntry & { match: string };
    const rows = await this.#run("readonly", (_, entries) => entries.getAll(all) as IDBRequest<Row[]>);
    return { match, journal: rows.map(({ match: _, ...entry }) => entry) };
  }

  async save(match: DeviceMatch, entries: DeviceEntry[] = []): Promise<void> {
    await this.#run("readwrite", (matches, journal) => {
      for (const entry of entries) journal.add({ match: match.id, ...entry });
      return matches.put(match);
    });
  }

  async remove(id: string): Promise<void> {
    await this.#run("readwrite", (matches, entries) => {
      entries.delete(IDBKeyRange.bound([id, 0], [id, Infinity]));
      return matches.delete(id);
    });
  }

  /** The answer to a request, once its whole transaction is stored. */
  #run<T>(mode: IDBTransactionMode, ask: (matches: IDBObjectStore, entries: IDBObjectStore) => IDBRequest<T>) {
    return new Promise<T>((resolve, reject) => {
      const failed = (error: DOMException | null) => reject(new StorageProblem(kindOf(error)));
      try {
        const transaction = this.database.transaction([MATCHES, ENTRIES], mode);
        const request = ask(transaction.objectStore(MATCHES), transaction.objectStore(ENTRIES));
        transaction.oncomplete = () => resolve(request.result);
        transaction.onabort = () => failed(transaction.error);
      } catch (error) {
        failed(error as DOMException);
      }
    });
  }
}

function kindOf(error: DOMException | null): StorageProblem["kind"] {
  if (error?.name === "QuotaExceededError") return "full";
  return error?.name === "ConstraintError" ? "elsewhere" : "refused";
}

/** Where the browser stores nothing: matches last as long as the page. */
export class MemoryStore implements MatchStore {
  #matches = new Map<string, { match: DeviceMatch; journal: Journal }>();

  async list(): Promise<DeviceMatch[]> {
    return [...this.#matches.values()]
      .map(({ match }) => match)
      .sort((one, other) => other.table.changed - one.table.changed);
  }

  async load(id: string): Promise<{ match: DeviceMatch; journal: Journal } | null> {
    return this.#matches.get(id) ?? null;
  }

  async save(match: DeviceMatch, entries: DeviceEntry[] = []): Promise<void> {
    const journal = this.#matches.get(match.id)?.journal ?? [];
    this.#matches.set(match.id, { match, journal: [...journal, ...entries] });
  }

  async remove(id: string): Promise<void> {
    this.#matches.delete(id);
  }
}
