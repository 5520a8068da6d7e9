/** Texts about tournaments. */

import { catalogue, say, type Values } from "./language.svelte";
import en from "./en/tournaments";

export type Key = keyof typeof en;

const CATALOGUE = catalogue(en, import.meta.glob("./*/tournaments.ts", { eager: true, import: "default" }));

export const t = (key: Key, values?: Values): string => say(CATALOGUE, key, values);
