/** Whether the server answers. Where it does not, the device plays on, and the page looks for it until it is back. */

import { SITE } from "./site";

const AGAIN = 5_000; // milliseconds between attempts

class ServerPresence {
  /** Whether it does not answer; always, on a site without a server. */
  away = $state(SITE || !navigator.onLine);
  /** How often it has come back: what needs it is loaded again. */
  returns = $state(0);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    if (SITE) return;
    addEventListener("online", () => this.away && void this.#look());
    addEventListener("offline", () => this.miss());
    document.addEventListener(
      "visibilitychange",
      () => this.away && document.visibilityState === "visible" && void this.#look(),
    );
    if (this.away) this.#wait();
  }

  /** It has answered. */
  hear(): void {
    if (SITE || !this.away) return;
    clearTimeout(this.#timer);
    this.away = false;
    this.returns++;
  }

  /** It has not answered. */
  miss(): void {
    if (SITE || this.away) return;
    this.away = true;
    this.#wait();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), AGAIN);
  }

  async #look(): Promise<void> {
    if (!this.away) return;
    if (navigator.onLine && document.visibilityState === "visible") {
      const answer = await fetch("/healthz").catch(() => null);
      if (answer?.ok) return this.hear();
    }
    this.#wait();
  }
}

export const server = new ServerPresence();
