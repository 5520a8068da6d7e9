/** How and why a match ended, in the reader's language where there are words for it. */

import type { GameModule } from "../../lib/game";
import type { Result } from "../../generated/protocol";
import { language, list, type Messages } from "../../languages/language.svelte";
import { t } from "../../languages/table";

/** Who won, as told to a seat; -1: a spectator. */
export function outcome({ winners }: Result, names: string[], you: number): string {
  if (winners.length === 0) return t("nobody wins");
  const others = winners.filter((seat) => seat !== you).map((seat) => names[seat] ?? "");
  if (winners.includes(you)) return others.length ? t("you win together", { names: list(others) }) : t("you win");
  if (you >= 0) return t("you lose", { n: others.length, names: list(others) });
  return others.length > 1 ? t("win together", { names: list(others) }) : t("wins", { name: others[0] ?? "" });
}

/** Why it ended. */
export function ended({ why, seat, ending }: Result, names: string[], module: GameModule): string {
  if (why === "resigned" || why === "timeout") return t(`ended ${why}`, { name: names[seat ?? -1] ?? "" });
  const catalogue: Messages = module.messages[language()];
  const message = catalogue[`word:${ending}`];
  const words = typeof message === "string" ? message : ending; // the engine speaks English
  return words && `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
