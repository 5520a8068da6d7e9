/** Messages sent and not yet answered. After a reconnect they are sent again with the same ids: the server repeats its
 *  first answer and does nothing twice. */

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

  /** Settle the message that this one answers; true if there is one. */
  answer(message: FromServer): boolean {
    const id = "id" in message ? message.id : undefined;
    const waiting = id ? this.#waiting.get(id) : undefined;
    if (!id || !waiting) return false;
    this.#waiting.delete(id);
    if (message.type === "refused") waiting.reject(new Refusal(message));
    else waiting.resolve(message);
    return true;
  }

  /** Messages to send again, in their first order. */
  unanswered(): FromClient[] {
    return [...this.#waiting.values()].map((waiting) => waiting.message);
  }

  /** Whether a message that changes the position is unanswered. */
  get changing(): boolean {
    return this.unanswered().some((message) => ["play", "undo", "consent", "resign"].includes(message.type));
  }

  /** Whether a message is unanswered that a live server answers at once. */
  get overdue(): boolean {
    return this.unanswered().some((message) => message.type !== "hint");
  }

  /** Reject everything: the table is closed. */
  close(): void {
    for (const waiting of this.#waiting.values()) waiting.reject(new Error(""));
    this.#waiting.clear();
  }
}

/** A unique message id: 96 random bits. */
export function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
