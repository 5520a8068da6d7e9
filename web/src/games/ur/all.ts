/** All stones of an action at once, where every field gets what it may have and nothing is left to decide. */

import type { View } from "../../generated/ur";
import { words } from "./words";

const FULL = 5; // stones on a field

export function all({ fields, choices, players, seat, phase }: View): { label: string; actions: number[] } | null {
  if (phase !== "agriculture" && phase !== "trade") return null;
  const actions = fields.flatMap((field) => {
    const put = choices.find(({ text }) => text === `put ${field.place}`);
    return put ? Array.from({ length: Math.min(field.allowed, FULL - field.stones) }, () => put.action) : [];
  });
  const enough = actions.length <= (players[seat]?.supply ?? 0);
  return actions.length > 1 && enough ? { label: words("all", { n: actions.length }), actions } : null;
}
