/** A game's refusals and words, for `refusals.ts`. */

import { language } from "../languages/language.svelte";
import { written } from "./gameWords";
import type { Voice } from "./refusals";
import type { GameModule } from "./game";

export const voiceOf = ({ messages, refusals }: GameModule, names: string[] = []): Voice => ({
  names,
  refusals: refusals[language()],
  word: (value) => written(messages[language()], value),
});
