/** The page's general texts. A game's texts are in its own catalogue.
 *
 *  A language is a folder here, found by its name: what it holds is in `nl/`, and `LANGUAGES` says what it is called.
 *  English is the language everything is written in first; a game's English is in the game's folder. */

import { catalogue, say, type Values } from "./language.svelte";
import en from "./en/page";

export type Key = keyof typeof en;

const CATALOGUE = catalogue(en, import.meta.glob("./*/page.ts", { eager: true, import: "default" }));

/** A message in the reader's language, filled in. */
export const t = (key: Key, values?: Values): string => say(CATALOGUE, key, values);

/** The message for something the server names, such as an option; the server's own text where there is none. */
export const named = (key: string, otherwise: string): string => (key in en ? t(key as Key) : otherwise);
