/** A WebSocket that comes back: after a pause that grows with every failure, and at once when the browser is online
 *  again or the page is looked at again. */

export type Link = "opening" | "open" | "lost" | "closed";

const FIRST = 300; // milliseconds
const LONGEST = 15_000;
const SILENCE = 8_000; // how long a socket may take to open

/** How long to wait before the next attempt; spread, so that not everybody comes back at the same moment. */
export function pause(failures: number, chance: number): number {
  return Math.min(LONGEST, FIRST * 2 ** Math.min(failures, 10)) * (0.75 + chance / 2);
}

export class Socket {
  #url: string;
  #socket: WebSocket | null = null;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  constructor(
    url: string,
    readonly heard: (message: string) => void,
    readonly changed: (link: Link) => void,
    readonly returned: () => void, // somebody is back at a socket that seems to stand
  ) {
    this.#url = url;
    addEventListener("online", this.#hurry);
    addEventListener("offline", this.doubt);
    document.addEventListener("visibilitychange", this.#hurry);
    this.#open();
  }

  /** Send, if the connection stands. */
  send(message: string): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(message);
    return true;
  }

  /** For good. */
  close(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    removeEventListener("online", this.#hurry);
    removeEventListener("offline", this.doubt);
    document.removeEventListener("visibilitychange", this.#hurry);
    this.#socket?.close();
    this.changed("closed");
  }

  #open(): void {
    clearTimeout(this.#timer);
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    this.#timer = setTimeout(() => socket.close(), SILENCE);
    socket.onopen = () => {
      clearTimeout(this.#timer);
      this.#failures = 0;
      this.changed("open");
    };
    socket.onmessage = (event) => this.heard(String(event.data));
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost();
    };
  }

  #lost(): void {
    clearTimeout(this.#timer);
    this.#socket = null;
    if (this.#ended) return;
    this.changed("lost");
    this.#timer = setTimeout(() => this.#open(), pause(this.#failures++, Math.random()));
  }

  /** Try at once what would be tried later. */
  #hurry = (): void => {
    if (this.#ended || document.visibilityState === "hidden") return;
    if (this.#socket?.readyState === WebSocket.OPEN) this.returned();
    if (this.#socket !== null) return;
    this.#failures = 0;
    this.#open();
  };

  /** The browser says there is no network, or an answer is overdue: a socket that seems to stand would find out late. */
  doubt = (): void => {
    const socket = this.#socket;
    if (socket === null) return;
    socket.close();
    this.#lost();
  };
}
