/** The curves of expected results: a seat's points are at its own decisions, before and after each, and at the end. */

import type { Review } from "../../generated/protocol";

export type Point = [decision: number, value: number];

/** A seat's expected result through the match. A drop at its own decision is a mistake; changes between are not. */
export function curve(review: Review, seat: number): Point[] {
  const points: Point[] = review.judged
    .filter((one) => one.seat === seat)
    .flatMap((one): Point[] => [
      [one.decision, one.before],
      [one.decision + 0.5, one.after],
    ]);
  const result = review.seats[seat]?.result;
  return result === null || result === undefined ? points : [...points, [review.decisions, result]];
}

/** A result as a percentage. */
export const hundredths = (value: number): number => Math.round(100 * value);
