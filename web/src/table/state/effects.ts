/** Schedules the effects of events: when each begins, and how long they take together. */

import type { BaseView, Effect, GameModule } from "../../lib/game";
import type { GameEvent } from "../../generated/protocol";
import { settings } from "../../lib/settings.svelte";

export interface Timed {
  effect: Effect;
  delay: number; // milliseconds from the beginning of the step
  lasts: number;
}

const STEP = 700; // the longest a step of others may take, while nothing waits
const GREAT = 1300; // and one with something to follow: a connection, running water, a falling temple
const SHORTEST = 160;
const SPEEDS = { slow: 1.7, normal: 1, fast: 0.5 };
const LASTS: Record<Effect["kind"], number> = { pulse: 520, light: 640, run: 900, fly: 480, points: 560, fall: 480 };

/** The effects of a step, one event after the other, all of it within its time. */
export function timed(
  module: GameModule,
  events: GameEvent[],
  view: BaseView,
  waiting: number,
): { effects: Timed[]; lasts: number } {
  const groups = events.map((event) => module.effects(event, view)).filter((effects) => effects.length > 0);
  if (groups.length === 0) return { effects: [], lasts: SHORTEST };
  const pace = SPEEDS[settings.speed] / (1 + waiting / 3);
  const lasts = Math.max(SHORTEST, (groups.some((group) => group.some(isGreat)) ? GREAT : STEP) * pace);
  const stagger = Math.min(180, (lasts * 0.6) / groups.length);
  const speed = Math.max(SHORTEST / STEP, pace);
  const effects = groups.flatMap((group, at) =>
    group.map((effect): Timed => ({
      effect,
      delay: at * stagger,
      lasts: LASTS[effect.kind] * speed * (isGreat(effect) ? 1.4 : 1),
    })),
  );
  return { effects, lasts };
}

/** Whether there is more to it than a glance takes in. */
const isGreat = (effect: Effect): boolean =>
  (effect.kind === "light" && effect.links !== undefined && effect.links.length > 1) ||
  effect.kind === "run" ||
  (effect.kind === "fall" && effect.pieces !== undefined);

/** The places an effect needs to know the whereabouts of. */
export function placesOf(effect: Effect): string[] {
  switch (effect.kind) {
    case "pulse":
    case "fall":
      return [effect.place];
    case "light":
      return [...effect.places, ...(effect.links ?? []).flat()];
    case "run":
      return effect.places;
    case "fly":
      return [effect.from, effect.to];
    case "points":
      return [...(effect.from ? [effect.from] : []), `seat:${effect.seat}`];
  }
}
