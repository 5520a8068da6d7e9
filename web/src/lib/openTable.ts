/** Opens a table or a lesson. Repeats the request while the game's rules are being compiled: the server compiles the
 *  requested game first. */

import type { NewTable, Table } from "../generated/protocol";
import { api, canPlayHere, Refused } from "./api";
import { games } from "./games.svelte";
import { me } from "./me.svelte";

const NOT_NOW = 503;
const AGAIN = 1500; // milliseconds

/** A table against bots, on this device: at once, whatever the server does. Where a browser cannot, or the device does
 *  not know the game, the server's. */
export async function playNow(body: NewTable, wanted: () => boolean): Promise<Table | null> {
  return canPlayHere(body.game) ? openHere(body) : openTable(body, wanted);
}

/** A table on this device; `names` are those of the people at it, by seat. */
export const openHere = (body: NewTable, names: string[] = []): Promise<Table> =>
  api.post<Table>("/tables/here", { ...body, names });

/** The table; or null, if it was no longer `wanted` when it could have been opened. */
export async function openTable(body: NewTable, wanted: () => boolean): Promise<Table | null> {
  await me.load();
  return whenReady(body.game, () => api.post<Table>("/tables", body), wanted);
}

/** Repeats a request until the game's rules are compiled; null if it is no longer `wanted` by then. */
export async function whenReady<T>(game: string, ask: () => Promise<T>, wanted: () => boolean): Promise<T | null> {
  while (wanted()) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== NOT_NOW) throw error;
      await games.refresh();
      if (games.find(game)?.ready) return await ask(); // ready by now; a refusal has another reason
      await new Promise((resolve) => setTimeout(resolve, AGAIN));
    }
  }
  return null;
}
