/** How a total comes about: the highest level of each temple. */

import type { View } from "../../generated/babel";
import { number } from "../kit";
import { nation, words } from "./words";

export function scoring(view: View, seat: number): string {
  const temples = view.players[seat]?.sites.filter(({ value }) => value > 0) ?? [];
  const sum = temples.map(({ value, nation: at }) => `${number(value)} (${nation(at)})`).join(" + ");
  const score = temples.reduce((total, { value }) => total + value, 0);
  return sum ? words("scoring", { sum, score: number(score) }) : words("scoring/none");
}
