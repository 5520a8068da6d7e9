/** A WebSocket that reconnects: after a pause that grows with every failure, and at once when the browser is online
 *  again or the tab becomes visible. */

export type Link = "opening" | "open" | "lost" | "closed";

const FIRST = 300; // milliseconds
const LONGEST = 15_000;
const SILENCE = 8_000; // how long a socket may take to open

/** Milliseconds until the next attempt, with jitter so that not all clients reconnect at once. */
export function pause(failures: number, chance: number): number {
  return Math.min(LONGEST, FIRST * 2 ** Math.min(failures, 10)) * (0.75 + chance / 2);
}

export class Socket {
  readonly #url: () => string;
  #socket: WebSocket | null = null;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  constructor(
    url: () => string,
    readonly heard: (message: string) => void,
    readonly changed: (link: Link) => void,
    readonly returned: () => void, // the tab is visible again, and the socket seems open
  ) {
    this.#url = url;
    addEventListener("online", this.#hurry);
    addEventListener("offline", this.doubt);
    document.addEventListener("visibilitychange", this.#hurry);
    this.#open();
  }

  /** Send, if connected. */
  send(message: string): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(message);
    return true;
  }

  /** Close, and do not reconnect. */
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
    const socket = new WebSocket(this.#url());
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

  /** Reconnect now instead of after the pause. */
  #hurry = (): void => {
    if (this.#ended || document.visibilityState === "hidden") return;
    if (this.#socket?.readyState === WebSocket.OPEN) this.returned();
    if (this.#socket !== null) return;
    this.#failures = 0;
    this.#open();
  };

  /** Drop a socket that seems open, because the browser is offline or an answer is overdue. */
  doubt = (): void => {
    const socket = this.#socket;
    if (socket === null) return;
    socket.close();
    this.#lost();
  };
}
