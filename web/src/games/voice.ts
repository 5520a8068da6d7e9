/** How a game's refusals are said at a table. */

import { language } from "../lib/language.svelte";
import { written } from "../lib/values";
import type { Voice } from "../lib/wording";
import type { GameModule } from "./module";

export const voiceOf = ({ messages, refusals }: GameModule, names: string[] = []): Voice => ({
  names,
  refusals: refusals[language()],
  word: (value) => written(messages[language()], value),
});
