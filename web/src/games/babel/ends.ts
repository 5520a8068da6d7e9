/** Who sits at which end of the table, and the names of places: those that are clicked are the reader's own (`row:A`),
 *  those that belong to a seat whoever reads have its number in them (`row:1:A`). */

import type { Player, View } from "../../generated/babel";
import type { End } from "./board/layout";

/** The seat at an end; the reader's end is the near one, and spectators sit behind seat 0. */
export function seatAt(view: View, end: End): number {
  const near = view.seat === 1 ? 1 : 0;
  return end === "near" ? near : 1 - near;
}

export const playerAt = (view: View, end: End): Player => view.players[seatAt(view, end)]!;

export const rowOf = (seat: number, site: string): string => `row:${seat}:${site}`;
export const templeOf = (seat: number, site: string): string => `temple:${seat}:${site}`;
export const stackOf = (seat: number): string => `stack:${seat}`;
export const pawnOf = (seat: number): string => `pawn:${seat}`;
export const DECK = "temple deck";
export const DRAW = "draw pile";
export const DISCARD = "discard pile";
