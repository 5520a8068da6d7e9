/** What there is to say of a game that is not ready yet. How long it takes depends on the machine: no promises. */

import type { GameCard } from "../generated/protocol";
import { t } from "../languages";

/** When it is made ready; and that the match starts by itself, if somebody waits for it. */
export function readyText(game: GameCard, wanted: boolean): string {
  const place =
    game.ahead === 0 ? t("ready.now") : game.ahead === 1 ? t("ready.next") : t("ready.line", { n: game.ahead });
  return wanted ? `${place} ${t("ready.go")}` : place;
}
