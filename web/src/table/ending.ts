/** Why a match ended, in the reader's language where there are words for it. */

import type { GameModule } from "../games/module";
import { language, type Messages } from "../lib/language.svelte";
import { t } from "../languages/table";

export function ended(ending: string, names: string[], module: GameModule): string {
  const left = /^seat (\d)(?: |'s )(resigned|time ran out)$/.exec(ending);
  if (left) return t(left[2] === "resigned" ? "ended resigned" : "ended time", { name: names[Number(left[1])] ?? "" });
  const catalogue: Messages = module.messages[language()];
  const found = catalogue[`word:${ending}`];
  const words = typeof found === "string" ? found : ending; // the engine speaks English
  return words && `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
