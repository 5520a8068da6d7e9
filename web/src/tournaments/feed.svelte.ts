/** A tournament on screen: reloaded every few seconds while the tab is visible and it is not over. */

import type { Tournament } from "../generated/protocol";
import { api } from "../lib/api";
import { me } from "../lib/me.svelte";
import { play } from "../lib/browser/sound";
import { myMatches } from "../lib/myMatches.svelte";

const AGAIN = 3000; // milliseconds
const SELDOM = 5; // times as long, where nobody looks but whoever takes part is to be called

export class TournamentFeed {
  now = $state.raw<Tournament | null>(null);
  problem = $state.raw<Error | null>(null);
  #id: string;
  #timer: ReturnType<typeof setInterval> | undefined;
  #seen = () => document.visibilityState === "visible" && void this.load();

  constructor(id: string) {
    this.#id = id;
  }

  open(): void {
    void this.load();
    addEventListener("visibilitychange", this.#seen);
    let beats = 0;
    this.#timer = setInterval(() => {
      const looks = document.visibilityState === "visible" || (this.now?.joined && ++beats % SELDOM === 0);
      if (looks && this.#goesOn()) void this.load();
    }, AGAIN);
  }

  close(): void {
    clearInterval(this.#timer);
    removeEventListener("visibilitychange", this.#seen);
  }

  async load(): Promise<void> {
    try {
      await me.load();
      this.take(await api.get<Tournament>(`/tournaments/${this.#id}`));
      this.problem = null;
    } catch (error) {
      this.problem = error as Error;
    }
  }

  /** Run an action; its result is shown at once. */
  async ask(what: string, body: object = {}): Promise<void> {
    this.take(await api.post<Tournament>(`/tournaments/${this.#id}/${what}`, body));
  }

  /** Ignore an answer to a request sent before the last action: it is out of date. */
  take(found: Tournament): void {
    if (this.now && found.revision < this.now.revision) return;
    const called = found.table !== null && found.table !== this.now?.table;
    this.now = found;
    if (!called) return;
    play("turn");
    void myMatches.load(); // the tab says so
  }

  #goesOn(): boolean {
    return !this.now || this.now.status === "open" || this.now.status === "running";
  }
}
