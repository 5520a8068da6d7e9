import type { View } from "../../generated/babel";

const [FIRST_CARD, HALF_A_HAND, WINNER, TURN] = [2, 16, 18, 24];

/** The clause of rules.md about the decision asked for. */
export function clause(view: View): number {
  if (view.over) return WINNER;
  if (view.phase === "discard") return HALF_A_HAND;
  return view.players[view.actor]?.first_card ? FIRST_CARD : TURN;
}
