/** Translates values that the engine fills into sentences, by a game's messages `word:farmer`. */

import { number, type Messages } from "../languages/language.svelte";

export function written(words: Messages, value: unknown): string {
  if (typeof value === "number") return number(value);
  const whole = String(value);
  const word = (text: string): string | null => {
    const message = words[`word:${text}`] ?? words[`word:${text.toLowerCase()}`]; // "Salt" where a sentence begins with it
    return typeof message === "string" ? message : null;
  };
  // Several words at once ("Medes, Persians, Medes") are translated one by one.
  return (
    word(whole) ??
    whole
      .split(", ")
      .map((text) => word(text) ?? text)
      .join(", ")
  );
}
