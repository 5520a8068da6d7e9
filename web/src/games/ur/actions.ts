/** The five actions, as the server names them. */

export { KIND_NAMES as ACTIONS } from "../../generated/ur";

/** The two actions of a tile that lies in a hand or beside the square: neither side is up. */
export function pair(tile: readonly string[]): [string, string] {
  return [tile[0] ?? "", tile[1] ?? ""];
}
