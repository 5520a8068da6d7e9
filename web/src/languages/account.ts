/** Texts about accounts: passkeys, data export, deletion, privacy. */

import { catalogue, say, type Values } from "./language.svelte";
import en from "./en/account";

export type Key = keyof typeof en;

const CATALOGUE = catalogue(en, import.meta.glob("./*/account.ts", { eager: true, import: "default" }));

export const t = (key: Key, values?: Values): string => say(CATALOGUE, key, values);
