/** Texts of the admin page. */

import { catalogue, say, type Values } from "./language.svelte";
import en from "./en/administration";

export type Key = keyof typeof en;

const CATALOGUE = catalogue(en, import.meta.glob("./*/administration.ts", { eager: true, import: "default" }));

export const t = (key: Key, values?: Values): string => say(CATALOGUE, key, values);
