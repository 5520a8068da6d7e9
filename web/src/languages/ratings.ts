/** Texts about names, ratings, profiles and the leaderboard. */

import { catalogue, say, type Values } from "./language.svelte";
import en from "./en/ratings";

export type Key = keyof typeof en;

const CATALOGUE = catalogue(en, import.meta.glob("./*/ratings.ts", { eager: true, import: "default" }));

export const t = (key: Key, values?: Values): string => say(CATALOGUE, key, values);
