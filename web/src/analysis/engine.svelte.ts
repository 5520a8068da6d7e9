/** The engine's lines for the analysis board: requested again with twice as many iterations, as long as they are shown.
 *  Every request is a search of its own, so it can be stopped at any time. */

import type { EngineLines, EngineRequest } from "../generated/protocol";
import { Refused } from "../lib/api";

const FIRST = 1024; // iterations
const MOST = 65_536;
const NOT_WANTED = 409; // another position was asked about meanwhile
const AGAIN = 400; // milliseconds
const KEPT = 200; // positions

export type Ask = (wanted: EngineRequest) => Promise<EngineLines>;
/** What is searched: where, and how it is called. */
export interface Ground {
  key: string;
  wanted: Pick<EngineRequest, "start" | "path" | "open">;
}

export class Engine {
  running = $state(false);
  /** How many lines are wanted. */
  most = $state(3);
  found = $state.raw<EngineLines | null>(null);
  problem = $state("");
  /** Whether more is to come. */
  searching = $state(false);

  #ground: Ground | null = null;
  #turn = 0; // counts what was begun; only the last goes on
  #kept = new Map<string, EngineLines>();

  constructor(private readonly ask: Ask) {}

  /** Switch to a position; lines found before are shown at once. */
  look(ground: Ground | null): void {
    this.#ground = ground;
    this.found = (ground && this.#kept.get(this.#name(ground))) ?? null;
    this.#begin();
  }

  go = (): void => {
    this.running = true;
    this.problem = "";
    this.#begin();
  };

  stop = (): void => {
    this.running = false;
    this.#turn++;
    this.searching = false;
  };

  want(most: number): void {
    this.most = most;
    this.look(this.#ground);
  }

  #name = (ground: Ground): string => `${this.most} ${ground.wanted.open} ${ground.key}`;

  #begin(): void {
    const turn = ++this.#turn;
    this.searching = false;
    if (this.running && this.#ground) void this.#search(this.#ground, turn);
  }

  async #search(ground: Ground, turn: number): Promise<void> {
    const name = this.#name(ground);
    const before = this.#kept.get(name)?.iterations;
    let iterations = before === undefined ? FIRST : before * 2;
    if (before === 0) return; // there is nothing to search for
    this.searching = iterations <= MOST;
    while (iterations <= MOST) {
      try {
        const result = await this.ask({ ...ground.wanted, iterations, most: this.most });
        this.#keep(name, result);
        if (turn !== this.#turn) return;
        this.found = result;
        if (!result.iterations) break;
        iterations *= 2;
      } catch (problem) {
        if (turn !== this.#turn) return;
        if (!(problem instanceof Refused) || problem.status !== NOT_WANTED) {
          this.problem = (problem as Error).message;
          return this.stop();
        }
        await new Promise((resolve) => setTimeout(resolve, AGAIN));
        if (turn !== this.#turn) return;
      }
    }
    this.searching = false;
  }

  #keep(name: string, found: EngineLines): void {
    this.#kept.delete(name);
    this.#kept.set(name, found);
    if (this.#kept.size > KEPT) this.#kept.delete(this.#kept.keys().next().value!);
  }
}
