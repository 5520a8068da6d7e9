/** The lobby's WebSocket: new and changed tables. Reconnects by itself. */

import type { FromServer, Table } from "../generated/protocol";

const FIRST_WAIT = 500;
const LONGEST_WAIT = 15_000; // milliseconds

export class LobbyFeed {
  live = $state(false);
  #socket: WebSocket | null = null;
  #wait = FIRST_WAIT;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `changed` is called with each new or changed table, `back` when updates may have been missed. */
  constructor(
    private readonly changed: (table: Table) => void,
    private readonly back: () => void,
  ) {}

  open(): void {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/lobby/live`);
    let missed = this.#wait > FIRST_WAIT;
    this.#socket = socket;
    socket.onopen = () => {
      this.live = true;
      this.#wait = FIRST_WAIT;
      if (missed) this.back();
      missed = false;
    };
    socket.onmessage = (message) => {
      const update = JSON.parse(message.data as string) as FromServer;
      if (update.type === "listed") this.changed(update.table);
    };
    socket.onclose = () => {
      if (this.#socket !== socket) return; // closed by us
      this.live = false;
      this.#timer = setTimeout(() => this.open(), this.#wait);
      this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT);
    };
  }

  close(): void {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }
}
