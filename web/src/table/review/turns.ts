/** Whole moves in words: a turn is often several decisions ("b3", "e2", "done"), and one alone says little. */

import type { GameEvent, Step } from "../../generated/protocol";

/** A decision in words: what happens by it, or by the next decision of the same turn by which something happens. */
export function decisionWords(
  steps: Step[],
  decision: number,
  sentence: (event: GameEvent) => string,
  otherwise: string,
): string {
  const seat = steps[decision]?.seat;
  for (let at = decision; at < steps.length && steps[at]!.seat === seat; at++) {
    const texts = combined(steps[at]!.events.map(sentence));
    if (texts.length) return texts[0]!;
  }
  return otherwise;
}

/** Sentences without repetitions: "A moves a stone from b3 to e2" three times is "… (3×)". */
export function combined(sentences: string[]): string[] {
  const counts = new Map<string, number>();
  for (const one of sentences) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts].map(([one, n]) => (n === 1 ? one : `${one} (${n}×)`));
}

const LATEST = 6; // sentences that a task has room for

/** A long turn in few words: the last sentences, after an ellipsis. */
export function latest(sentences: string[]): string[] {
  const whole = combined(sentences);
  return whole.length > LATEST ? ["…", ...whole.slice(-LATEST)] : whole;
}

/** Decisions of one seat, one after the other, are one move. */
export function grouped<Move extends { seat: number }>(
  moves: Move[],
): { seat: number; moves: Move[]; first: number }[] {
  const groups: { seat: number; moves: Move[]; first: number }[] = [];
  moves.forEach((move, at) => {
    const last = groups.at(-1);
    if (last && last.seat === move.seat) last.moves.push(move);
    else groups.push({ seat: move.seat, moves: [move], first: at });
  });
  return groups;
}
