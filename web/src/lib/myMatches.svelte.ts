/** The reader's matches that are not over. Asked for when a page that shows them opens, and when the window comes back. */

import type { Table, Tables } from "../generated/protocol";
import { api } from "./api";
import { me } from "./me.svelte";
import { awaitsMe, isMyTurn } from "./tables";

class MyMatches {
  tables = $state.raw<Table[]>([]);
  /** At how many tables the reader is waited for: it is their turn, or a tournament keeps a seat for some minutes. */
  turns = $derived(this.tables.filter((table) => isMyTurn(table) || (!!table.tournament && awaitsMe(table))).length);

  constructor() {
    addEventListener(
      "visibilitychange",
      () => document.visibilityState === "visible" && this.tables.length && void this.load(),
    );
  }

  async load(): Promise<void> {
    try {
      await me.load();
      const mine = await api.get<Tables>("/tables?show=unfinished&limit=50");
      this.tables = mine.tables.sort((a, b) => Number(isMyTurn(b)) - Number(isMyTurn(a)) || b.changed - a.changed);
    } catch {
      // Nothing to show; the page says by itself when the server is away.
    }
  }
}

export const myMatches = new MyMatches();
