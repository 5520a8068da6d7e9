/** The curves of winning chances: every seat's chance before and after each decision, and at the end. */

import type { Review } from "../../generated/protocol";

export type Point = [decision: number, value: number];

/** A seat's winning chance through the match. All seats' curves add up to 100% everywhere. */
export function curve(review: Review, seat: number): Point[] {
  const points: Point[] = review.judged.flatMap((one): Point[] => [
    [one.decision, one.chances?.[seat] ?? 0],
    [one.decision + 0.5, one.then?.[seat] ?? 0],
  ]);
  const result = review.seats[seat]?.result;
  return result === null || result === undefined ? points : [...points, [review.decisions, result]];
}

/** A chance as a percentage. */
export const hundredths = (value: number): number => Math.round(100 * value) + 0; // no −0

/** A change with its sign: +3, −12, 0. */
export const signed = (value: number, written: (n: number) => string): string =>
  `${value > 0 ? "+" : value < 0 ? "−" : ""}${written(Math.abs(value))}`;
