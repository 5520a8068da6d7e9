/** Looking for somebody to play with. It goes on whatever page is open, and after a reload: the server keeps one's place
 *  as long as it hears of one. */

import type { Seek, SeekState } from "../generated/protocol";
import { api, Refused } from "../lib/api";
import { me } from "../lib/me.svelte";
import { whenReady } from "../lib/openTable";
import { recall, remember } from "../lib/browser/storage";
import { router } from "../lib/router.svelte";
import { play } from "../lib/browser/sound";

const NAME = "seek"; // under which this browser remembers that it looks

class Seeks {
  now = $state.raw<SeekState | null>(null);
  /** The table of the opponent found, until the reader goes there. */
  found = $state.raw<SeekState | null>(null);
  /** The seek that the server dropped because the reader was away too long. */
  lost = $state.raw<Seek | null>(null);
  #wish: Seek | null = null;
  #clock: Worker | undefined;
  #asking = false;

  /** Resume a seek after a reload. */
  resume(): void {
    this.#wish = recall<Seek | null>(NAME) ?? null;
    if (this.#wish) void this.#look();
  }

  async start(wish: Seek): Promise<void> {
    this.lost = this.found = null;
    await me.load();
    const begun = await whenReady(
      wish.game,
      () => api.post<SeekState>("/seek", wish),
      () => true,
    );
    this.#wish = wish;
    remember(NAME, wish);
    this.#heard(begun);
  }

  async stop(): Promise<void> {
    this.#end();
    await api.delete("/seek").catch(() => undefined); // not heard of, one is forgotten soon
  }

  /** The reader has gone to the table, or declined. */
  dismiss(): void {
    this.found = null;
  }

  #end(): void {
    this.#clock?.terminate();
    this.now = this.#wish = null;
    this.#clock = undefined;
    remember(NAME, null);
  }

  async #look(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    try {
      this.#heard(await api.get<SeekState>("/seek"));
    } catch (problem) {
      if (problem instanceof Refused && problem.status === 404) {
        this.lost = this.now ? this.#wish : null;
        this.#end();
      } else this.#again(); // offline for a moment
    } finally {
      this.#asking = false;
    }
  }

  #heard(sought: SeekState | null): void {
    if (!this.#wish || !sought) return; // stopped meanwhile
    if (!sought.table) {
      this.now = sought;
      this.#again();
      return;
    }
    this.#end();
    void api.delete("/seek").catch(() => undefined); // it has been seen
    play("turn");
    // Do not interrupt a match.
    if (router.route.page === "table") this.found = sought;
    else router.go(`/table/${sought.table}`);
  }

  /** Poll every few seconds, in a hidden tab too: otherwise the server drops the seek. */
  #again(): void {
    if (this.#clock) return;
    this.#clock = new Worker(new URL("./seekTimer.ts", import.meta.url), { type: "module" });
    this.#clock.onmessage = () => void this.#look();
  }
}

export const seek = new Seeks();
