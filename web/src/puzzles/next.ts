/** Goes to the next puzzle, of the chosen game and theme. */

import type { PuzzleName } from "../generated/protocol";
import { api } from "../lib/api";
import { router } from "../lib/router.svelte";

/** The chosen game and theme; empty: any. */
export interface Wanted {
  game?: string | undefined;
  theme?: string | undefined;
}

/** The game and theme in a puzzle's address. */
export function wantedHere(search: string): Wanted {
  const query = new URLSearchParams(search);
  return { game: query.get("game") ?? undefined, theme: query.get("theme") ?? undefined };
}

const written = ({ game, theme }: Wanted): string => {
  const pairs = Object.entries({ game, theme }).filter((pair): pair is [string, string] => Boolean(pair[1]));
  return pairs.length ? `?${new URLSearchParams(pairs)}` : "";
};

/** The address of a puzzle. */
export const addressOf = ({ game, id }: PuzzleName, wanted: Wanted = {}): string =>
  `/puzzles/${game}/${id}${written(wanted)}`;

export async function goToNext(wanted: Wanted): Promise<void> {
  router.go(addressOf(await api.get<PuzzleName>(`/puzzles/next${written(wanted)}`), wanted));
}
