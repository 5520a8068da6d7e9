/** What there is to see when something happened: when each effect begins, and how long all of it takes. */

import type { BaseView, Effect, GameModule } from "../games/module";
import type { Happening } from "../generated/protocol";

export interface Timed {
  effect: Effect;
  delay: number; // milliseconds from the beginning of the step
  lasts: number;
}

const STEP = 700; // the longest a step of others may take
const SHORTEST = 160;
const LASTS: Record<Effect["kind"], number> = { pulse: 520, light: 640, fly: 480, points: 560, fall: 420 };

/** The effects of a step, one event after the other, all of it within its time. */
export function timed(module: GameModule, happenings: Happening[], view: BaseView, waiting: number): { effects: Timed[]; lasts: number } {
  const groups = happenings.map((happening) => module.effects(happening, view)).filter((effects) => effects.length > 0);
  const lasts = Math.max(SHORTEST, STEP / (1 + waiting / 3));
  if (groups.length === 0) return { effects: [], lasts: SHORTEST };
  const stagger = Math.min(180, (lasts * 0.6) / groups.length);
  const speed = lasts / STEP;
  const effects = groups.flatMap((group, at) =>
    group.map((effect): Timed => ({ effect, delay: at * stagger, lasts: LASTS[effect.kind] * speed })),
  );
  return { effects, lasts };
}

/** The places an effect needs to know the whereabouts of. */
export function placesOf(effect: Effect): string[] {
  switch (effect.kind) {
    case "pulse":
    case "fall":
      return [effect.place];
    case "light":
      return effect.places;
    case "fly":
      return [effect.from, effect.to];
    case "points":
      return [...(effect.from ? [effect.from] : []), `seat:${effect.seat}`];
  }
}
