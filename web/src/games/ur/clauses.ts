import type { View } from "../../generated/ur";

const CLAUSES: Record<string, number> = {
  first_stone: 2,
  more_stones: 2,
  first_swap: 2,
  act: 4,
  agriculture: 6,
  trade: 7,
  culture: 8,
  politics: 9,
  move: 9,
  war: 10,
  cross: 10,
  swap: 12,
};
const [BONUS, ZIGGURATS, RETURNING, POINTS] = [5, 11, 13, 15];

/** The clause of rules.md about the decision asked for; between actions it depends on what is offered. */
export function clause(view: View): number | null {
  if (view.over) return POINTS;
  const offers = (place: string) => view.phase === "act" && view.choices.some(({ clicks }) => clicks[0] === place);
  if (view.phase === "act" && view.built > 0) return ZIGGURATS;
  if (offers("return")) return RETURNING;
  if (offers("bonus")) return BONUS;
  return CLAUSES[view.phase] ?? null;
}
