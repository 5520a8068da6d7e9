/** Completion of typed moves: choices that begin with the text, then choices that contain it, by notation or name. */

import type { Choice } from "../../lib/game";

const MANY = 60;

export function completions(text: string, choices: Choice[], name: (choice: Choice) => string): Choice[] {
  const plain = (written: string) => written.toLowerCase().replace(/→/g, "").replace(/\s+/g, " ");
  const typed = plain(text).trim();
  const begins = choices.filter((choice) => plain(choice.text).startsWith(typed));
  const inside = choices.filter(
    (choice) => !begins.includes(choice) && [choice.text, name(choice)].some((each) => plain(each).includes(typed)),
  );
  return [...begins, ...inside].slice(0, MANY);
}
