/** The words of everything around the boards. A game's own words are in its module's catalogue. */

import { say, type Values } from "../lib/language.svelte";
import en from "./en";
import nl from "./nl";

export type Key = keyof typeof en;

const CATALOGUE = { en, nl };

/** A message in the reader's language, filled in. */
export const t = (key: Key, values?: Values): string => say(CATALOGUE, key, values);

/** The message for something the server names, such as an option; the server's own text where there is none. */
export const named = (key: string, otherwise: string): string => (key in en ? t(key as Key) : otherwise);
