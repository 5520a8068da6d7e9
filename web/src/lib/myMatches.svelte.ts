/** The reader's unfinished matches. Reloaded when a page that shows them opens, and when the tab becomes visible. */

import type { Table, Tables } from "../generated/protocol";
import { api } from "./api";
import { me } from "./me.svelte";
import { awaitsMe, isMyTurn } from "./tables";

class MyMatches {
  tables = $state.raw<Table[]>([]);
  /** How many tables wait for the reader: it is their turn, or a tournament holds a seat for them. */
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
      const page = await api.get<Tables>("/tables?show=unfinished&limit=50");
      this.tables = page.tables.sort((a, b) => Number(isMyTurn(b)) - Number(isMyTurn(a)) || b.changed - a.changed);
    } catch {
      // Nothing to show; the page says by itself when the server is away.
    }
  }
}

export const myMatches = new MyMatches();
