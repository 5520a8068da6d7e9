/** A line on the board: an arrow for whatever goes from one place to another, in the notation of marks ("a>b"). */

import type { GameEvent } from "../../generated/protocol";
import type { BaseView, GameModule } from "../../lib/game";

/** Decisions of a line: what is clicked for them and, where it is known, what happens by them. */
export interface LineStep {
  clicks: string[];
  events?: GameEvent[];
}

export function arrows(steps: LineStep[], module: Pick<GameModule, "effects">, view: BaseView): string[] {
  const ways = steps.flatMap(({ clicks, events = [] }) => {
    const shown = events.flatMap((event) => module.effects(event, view)).flatMap(waysOf);
    return shown.length ? shown : clicks.slice(1).map((click, at): [string, string] => [clicks[at]!, click]);
  });
  return [...new Set(ways.filter(([from, to]) => from !== to).map((way) => way.join(">")))];
}

/** From where to where an effect leads. */
function waysOf(effect: ReturnType<GameModule["effects"]>[number]): [string, string][] {
  if (effect.kind === "fly") return [[effect.from, effect.to]];
  if (effect.kind === "light") return (effect.links ?? []).map((link) => [link[0]!, link.at(-1)!]);
  return [];
}
