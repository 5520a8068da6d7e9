/** The table's words. */

import { say, type Values } from "../../lib/language.svelte";
import { en } from "./en";
import { nl } from "./nl";

export type Key = keyof typeof en;

export const t = (key: Key, values?: Values): string => say({ en, nl }, key, values);
