/** Texts of the table. */

import { catalogue, say, type Values } from "./language.svelte";
import en from "./en/table";

export type Key = keyof typeof en;

const CATALOGUE = catalogue(en, import.meta.glob("./*/table.ts", { eager: true, import: "default" }));

export const t = (key: Key, values?: Values): string => say(CATALOGUE, key, values);
