/** The reader: guest or account. */

import type { Me } from "../generated/protocol";
import { api } from "./api";

class Reader {
  now = $state.raw<Me | null>(null);
  #asked: Promise<Me> | null = null;

  /** Ask the server, once. Requests that need a cookie wait for this: the answer sets a newcomer's. */
  load(): Promise<Me> {
    this.#asked ??= api.get<Me>("/me").then(
      (found) => (this.now = found),
      (error: unknown) => {
        this.#asked = null;
        throw error;
      },
    );
    return this.#asked;
  }

  /** The reader was renamed, registered, logged in or logged out. */
  become(found: Me): void {
    this.now = found;
    this.#asked = Promise.resolve(found);
  }
}

export const me = new Reader();
