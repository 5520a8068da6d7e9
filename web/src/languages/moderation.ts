/** Texts about mute, block, reports and moderation. */

import { catalogue, say, type Values } from "./language.svelte";
import en from "./en/moderation";

export type Key = keyof typeof en;

const CATALOGUE = catalogue(en, import.meta.glob("./*/moderation.ts", { eager: true, import: "default" }));

export const t = (key: Key, values?: Values): string => say(CATALOGUE, key, values);
