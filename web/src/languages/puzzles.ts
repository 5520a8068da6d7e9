/** Texts about puzzles. */

import { catalogue, say, type Values } from "./language.svelte";
import en from "./en/puzzles";

export type Key = keyof typeof en;

const CATALOGUE = catalogue(en, import.meta.glob("./*/puzzles.ts", { eager: true, import: "default" }));

export const t = (key: Key, values?: Values): string => say(CATALOGUE, key, values);

/** The text of a theme that the server names: the game's own text, or the general one. */
export function themeName(game: string, theme: string): string {
  const own = `theme:${game}:${theme}`;
  const key = own in en ? own : `theme:${theme}`;
  return key in en ? t(key as Key) : theme;
}
