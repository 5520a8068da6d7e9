/** Texts about playing on this device, without a server. */

import { catalogue, say, type Values } from "./language.svelte";
import en from "./en/device";

export type Key = keyof typeof en;

const CATALOGUE = catalogue(en, import.meta.glob("./*/device.ts", { eager: true, import: "default" }));

export const t = (key: Key, values?: Values): string => say(CATALOGUE, key, values);
