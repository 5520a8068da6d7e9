/** The five actions, as the server names them. */

export const ACTIONS = ["agriculture", "trade", "culture", "politics", "war"] as const;

/** The two actions of a tile that lies in a hand or beside the square: neither side is up. */
export function pair(tile: readonly string[]): [string, string] {
  return [tile[0] ?? "", tile[1] ?? ""];
}
