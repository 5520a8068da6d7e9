/** Who the reader is here. */

import type { Me } from "../generated/protocol";
import { api } from "./api";

class Reader {
  now = $state.raw<Me | null>(null);
  #asked: Promise<Me> | null = null;

  /** Ask the server, once. Everything that needs a cookie waits for this: the answer brings a newcomer's. */
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

  /** The reader has become this one: renamed, registered, logged in or out. */
  become(found: Me): void {
    this.now = found;
    this.#asked = Promise.resolve(found);
  }
}

export const me = new Reader();
