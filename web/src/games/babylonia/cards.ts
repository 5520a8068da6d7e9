/** The ziggurat cards of a match: on offer or owned. */

import type { View } from "../../generated/babylonia";

interface Slot {
  card: number;
  owner: number; // a seat; -1: on offer
}

/** All cards of the match, by number. */
export function slots(view: View): Slot[] {
  const offered = view.cards_on_offer.map((card) => ({ card, owner: -1 }));
  const owned = view.players.flatMap(({ seat, cards }) => cards.map((card) => ({ card, owner: seat })));
  return [...offered, ...owned].sort((a, b) => a.card - b.card);
}
