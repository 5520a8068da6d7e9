/** What has been sent and not yet answered. After a lost connection it is sent again, under the same ids, so that the
 *  server gives the first answer again and does nothing twice. */

import type { FromClient, FromServer } from "../generated/protocol";
import { Refusal } from "../lib/refusals";

interface Waiting {
  message: FromClient;
  resolve: (answer: FromServer) => void;
  reject: (problem: Error) => void;
}

export class Outbox {
  #waiting = new Map<string, Waiting>();

  /** Keep a message until it is answered. */
  put(message: FromClient): Promise<FromServer> {
    return new Promise((resolve, reject) => this.#waiting.set(message.id, { message, resolve, reject }));
  }

  /** Settle what a message answers; true if it answers something of ours. */
  answer(message: FromServer): boolean {
    const id = "id" in message ? message.id : undefined;
    const waiting = id ? this.#waiting.get(id) : undefined;
    if (!id || !waiting) return false;
    this.#waiting.delete(id);
    if (message.type === "refused") waiting.reject(new Refusal(message));
    else waiting.resolve(message);
    return true;
  }

  /** What has to be sent again, in the order it was sent first. */
  unanswered(): FromClient[] {
    return [...this.#waiting.values()].map((waiting) => waiting.message);
  }

  /** Whether something that changes the position is on its way. */
  get changing(): boolean {
    return this.unanswered().some((message) => ["play", "undo", "consent", "resign"].includes(message.type));
  }

  /** Whether something waits that is answered at once, where anybody listens. */
  get overdue(): boolean {
    return this.unanswered().some((message) => message.type !== "hint");
  }

  /** Give up on everything: the table is closed. */
  close(): void {
    for (const waiting of this.#waiting.values()) waiting.reject(new Error(""));
    this.#waiting.clear();
  }
}

/** An id nobody else sends: 96 random bits. */
export function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
