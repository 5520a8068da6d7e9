/** A card of the hand can be carried to the board as well as clicked: to the row at one's pawn, where it is deployed,
 *  or to the site of its nation, where it takes the pawn. Only what the server offers can be done with it. */

import { straight, type Carried, type Choosing } from "../kit";
import { templeOf } from "./ends";

/** What carrying a card of a nation to a place means, as things to click; none where it means nothing. */
export function meaning(nation: string, pawn: string, onto: string): string[] | null {
  const site = /^(?:site|row|temple)(?::\d)?:([A-Z])$/.exec(onto)?.[1];
  const here = site === pawn || onto.startsWith("run:") || onto === "pawn";
  return here ? [`hand:${nation}`] : site === nation ? ["pawn", `site:${nation}`] : null;
}

/** A temple card, to be carried to where it would be built. */
export function slab(choosing: Choosing, place: string, seat: number, pawn: string): Carried | null {
  const sites = [templeOf(seat, pawn), `site:${pawn}`];
  return straight(choosing, place, sites, (onto) => (sites.includes(onto) ? [place] : null));
}

/** A card of a nation, to be carried. */
export const card = (choosing: Choosing, nation: string, pawn: string): Carried | null =>
  straight(choosing, `hand:${nation}`, [`row:${pawn}`, `site:${nation}`], (onto) => meaning(nation, pawn, onto));
