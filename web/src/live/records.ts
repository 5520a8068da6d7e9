/** Views that the page makes itself, with our Python in its worker: the server then sends the record of the reader's seat,
 *  or what changed in it, which is a tenth as long as a view. Until that is loaded, and whenever it fails, the server makes
 *  the views. */

import type { FromServer, SeenRecord } from "../generated/protocol";
import type { MakeView } from "../lib/api";
import { pageBuild } from "../lib/offline.svelte";
import type { Speaking } from "./session.svelte";
import { Socket, type Link } from "./socket";

const FIRST = 5_000; // milliseconds after the first view in which nothing else is loaded
const PATIENCE = 4_000; // milliseconds that making a view may take

/** Puts views into messages that come with records. Messages stay in order. */
export class Records {
  #make: MakeView | null = null; // none: the server makes views
  #record = new Uint8Array();
  #last: Promise<void> | null = null; // when all messages so far have been passed on

  /** `failed` is to have the server send everything again, with views. */
  constructor(
    readonly heard: (message: string) => void,
    readonly failed: () => void,
  ) {}

  /** What to name to the server; empty: it makes the views. */
  get build(): string {
    return this.#make ? pageBuild() : "";
  }

  use(make: MakeView): void {
    this.#make = make;
  }

  hear(text: string, message: FromServer): void {
    const seen = message.type === "welcome" || message.type === "changed" ? message.record : undefined;
    if (!seen && !this.#last) return this.heard(text);
    const view = seen ? this.#view(seen) : null;
    const last = (this.#last ?? Promise.resolve())
      .then(async () => {
        const made = await view;
        if (!seen) this.heard(text);
        else if (made) this.heard(`${text.slice(0, -1)},"view":${made}}`);
      })
      .catch(() => this.#fail())
      .finally(() => {
        if (this.#last === last) this.#last = null;
      });
    this.#last = last;
  }

  /** The view of a record; none if that has failed before, so that views are on their way. */
  async #view({ seat, whole, changes = "" }: SeenRecord): Promise<string | null> {
    if (!this.#make) return null;
    this.#record = whole ? bytes(whole) : patched(this.#record, bytes(changes));
    const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error("no view came")), PATIENCE));
    return Promise.race([this.#make(seat, text(this.#record)), late]);
  }

  #fail(): void {
    if (!this.#make) return;
    this.#make = null;
    this.failed();
  }
}

/** A record with some bytes changed: first their places, of 16 bits each, then the bytes. */
export function patched(record: Uint8Array, changes: Uint8Array): Uint8Array<ArrayBuffer> {
  const now = new Uint8Array(record);
  const count = changes.length / 3;
  for (let number = 0; number < count; number++) {
    const place = changes[2 * number]! + 256 * changes[2 * number + 1]!;
    now[place] = changes[2 * count + number]!;
  }
  return now;
}

const bytes = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
const text = (record: Uint8Array): string => btoa(String.fromCharCode(...record));

/** A socket at a table. Some seconds after its first view, `load` may give it something that makes views. */
export class TableSocket implements Speaking {
  readonly #socket: Socket;
  readonly #records: Records;
  #begun = false;
  #ended = false;

  constructor(
    id: string,
    heard: (message: string) => void,
    changed: (link: Link) => void,
    returned: () => void,
    readonly load: () => Promise<MakeView | null>,
    readonly look: () => void,
  ) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const url = `${scheme}://${location.host}/api/tables/${id}/live`;
    this.#records = new Records(heard, () => this.doubt());
    this.#socket = new Socket(
      () => `${url}?build=${this.#records.build}`,
      (text) => this.#hear(text),
      changed,
      returned,
    );
  }

  /** Send; whoever asks for the whole table says whether views are made here. */
  send(message: string): boolean {
    const { build } = this.#records;
    const asks = build && (JSON.parse(message) as { type: string }).type === "look";
    return this.#socket.send(asks ? `${message.slice(0, -1)},"build":"${build}"}` : message);
  }

  doubt(): void {
    this.#socket.doubt();
  }

  close(): void {
    this.#ended = true;
    this.#socket.close();
  }

  #hear(text: string): void {
    const message = JSON.parse(text) as FromServer;
    this.#records.hear(text, message);
    const view = message.type === "welcome" || message.type === "changed" ? message.view : undefined;
    if (this.#begun || !view || (view as { over?: boolean }).over || !pageBuild()) return;
    this.#begun = true;
    setTimeout(() => void this.#begin(), FIRST);
  }

  async #begin(): Promise<void> {
    if (this.#ended) return;
    const make = await this.load().catch(() => null);
    if (!make || this.#ended) return;
    this.#records.use(make);
    this.look();
  }
}
