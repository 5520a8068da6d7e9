/** The text about a game whose rules are being compiled. It gives no time, which depends on the machine. */

import type { GameCard } from "../generated/protocol";
import { t } from "../languages";

/** Its place in the queue; and, if the reader waits, that the match starts by itself. */
export function readyText(game: GameCard, wanted: boolean): string {
  const place =
    game.ahead === 0 ? t("ready.now") : game.ahead === 1 ? t("ready.next") : t("ready.line", { n: game.ahead });
  return wanted ? `${place} ${t("ready.go")}` : place;
}
