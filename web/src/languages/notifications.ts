/** Texts about notifications. */

import { catalogue, say, type Values } from "./language.svelte";
import en from "./en/notifications";

export type Key = keyof typeof en;

const CATALOGUE = catalogue(en, import.meta.glob("./*/notifications.ts", { eager: true, import: "default" }));

export const t = (key: Key, values?: Values): string => say(CATALOGUE, key, values);
