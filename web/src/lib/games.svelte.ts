/** The games there are, as the server introduces them. Rules that are still being compiled are asked after until ready. */

import type { GameCard, LevelCard } from "../generated/protocol";
import { api } from "./api";

const AGAIN = 1500; // milliseconds between questions while rules are being compiled

/** Bots a person can choose, weakest first. */
export const levelsOf = (card: GameCard): LevelCard[] => card.levels;
export const isReady = (card: GameCard): boolean => card.ready;

class Games {
  cards = $state.raw<GameCard[]>([]);
  problem = $state.raw<Error | null>(null);
  #asked: Promise<void> | null = null;

  /** Ask the server, once; again after a failure. */
  load(): Promise<void> {
    this.#asked ??= this.#ask();
    return this.#asked;
  }

  find(name: string | undefined): GameCard | undefined {
    return this.cards.find((card) => card.name === name);
  }

  title(name: string): string {
    return this.find(name)?.title ?? name.charAt(0).toUpperCase() + name.slice(1);
  }

  async #ask(): Promise<void> {
    try {
      this.cards = await api.get<GameCard[]>("/games");
      this.problem = null;
    } catch (error) {
      this.problem = error as Error;
      this.#asked = null;
    }
    if (this.problem || !this.cards.every(isReady)) setTimeout(() => void (this.#asked = this.#ask()), AGAIN);
  }
}

export const games = new Games();
