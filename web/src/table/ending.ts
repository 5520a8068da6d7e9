/** Why a match ended, in the reader's language where there are words for it. */

import type { GameModule } from "../games/module";
import { say } from "../lib/language.svelte";
import { t } from "../languages/table";

export function ended(ending: string, names: string[], module: GameModule): string {
  const left = /^seat (\d)(?: |'s )(resigned|time ran out)$/.exec(ending);
  if (left) return t(left[2] === "resigned" ? "ended resigned" : "ended time", { name: names[Number(left[1])] ?? "" });
  const key = `word:${ending}`;
  const said = say(module.messages, key);
  const words = said === key ? ending : said; // English needs no words for what the server says in English
  return words && `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
