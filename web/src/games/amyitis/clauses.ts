import type { View } from "../../generated/amyitis";

const CLAUSES: Record<string, number> = {
  turn: 3,
  peasant: 4,
  priest: 17,
  engineer: 6,
  sell: 9,
  sell_more: 9,
  irrigate: 6,
  pay_city: 10,
  pay_plant: 10,
  court: 11,
  token: 11,
  plant: 12,
  gift: 12,
  bonus: 12,
  procession: 14,
  ishtar: 14,
  harvest: 14,
  exchange: 14,
  exchange_for: 14,
  discard: 14,
};
const END = 15;

/** The clause of rules.md about the decision asked for. */
export const clause = (view: View): number | null => (view.over ? END : (CLAUSES[view.phase] ?? null));
