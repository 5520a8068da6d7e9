/** The choices that what has been typed may become: those that begin with it first, then those that have it inside. */

import type { Choice } from "../games/module";

const MANY = 60;

export function completions(text: string, choices: Choice[]): Choice[] {
  const typed = text.trim().toLowerCase().replace(/\s+/g, " ");
  const begins = choices.filter((choice) => choice.text.toLowerCase().startsWith(typed));
  const inside = choices.filter((choice) => !begins.includes(choice) && choice.text.toLowerCase().includes(typed));
  return [...begins, ...inside].slice(0, MANY);
}
