/** The inspector's text about a thing. */

import type { About, BaseView, GameModule } from "../../lib/game";
import { t } from "../../languages/table";

/** The game's text about a thing; for a place without one, its label and the clause of the current decision. */
export function aboutOf(
  module: GameModule,
  thing: string,
  view: BaseView,
  names: string[],
  prospects: object | null,
): About {
  const said = module.about?.(thing, view, names, prospects);
  if (said) return said;
  const [kind, seat] = thing.split(":");
  if (kind === "seat")
    return { title: names[Number(seat)] ?? "", lines: [t("points", { n: view.players[Number(seat)]?.score ?? 0 })] };
  const title = module.name(thing, view, names);
  const label = module.label(thing, view, names);
  const clause = module.clause(view);
  return {
    title: capital(title),
    lines: label === title ? [] : [capital(label)],
    ...(clause === null ? {} : { clause }),
  };
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
