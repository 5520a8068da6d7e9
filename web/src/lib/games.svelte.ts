/** The games: as the page was built with them, then as the server lists them. Asks again while rules are being
 *  compiled. */

import CARDS from "../generated/cards.json";
import type { GameCard } from "../generated/protocol";
import { api } from "./api";

const AGAIN = 1500; // milliseconds between requests while rules are being compiled, or the server is away

/** Titles of the games this page was built with, by name, in their order. */
export const GAMES: Record<string, string> = Object.fromEntries(CARDS.map(({ name, title }) => [name, title]));

class Games {
  cards = $state.raw<GameCard[]>(CARDS as unknown as GameCard[]);
  problem = $state.raw<Error | null>(null);
  #asked: Promise<void> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Ask the server, once. */
  load(): Promise<void> {
    return this.#asked ?? this.refresh();
  }

  /** Ask it again. */
  refresh(): Promise<void> {
    clearTimeout(this.#timer);
    this.#asked = this.#ask();
    return this.#asked;
  }

  find(name: string | undefined): GameCard | undefined {
    return this.cards.find((card) => card.name === name);
  }

  title(name: string): string {
    return this.find(name)?.title ?? GAMES[name] ?? name;
  }

  async #ask(): Promise<void> {
    try {
      this.cards = await api.get<GameCard[]>("/games");
      this.problem = null;
    } catch (error) {
      this.problem = error as Error;
    }
    if (this.problem || !this.cards.every((card) => card.ready))
      this.#timer = setTimeout(() => void this.refresh(), AGAIN);
  }
}

export const games = new Games();
