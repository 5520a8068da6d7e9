import type { en } from "./en";

export const nl: Record<keyof typeof en, string> = {};
