/** Settings, stored in this browser only. */

import { chooseLanguageBy, type Language } from "../languages/language.svelte";

export interface Settings {
  language: Language | "auto";
  theme: "auto" | "light" | "dark";
  motion: "auto" | "full" | "none";
  speed: "slow" | "normal" | "fast"; // of what moves
  sound: boolean;
  confirm: boolean; // ask before moves that cannot be undone
  ends: boolean; // end a complete turn automatically
  plans: boolean; // premoves: choose the next decision while others think
  keys: boolean; // letters are shortcuts at a table; a nuisance with speech input
  prospects: boolean; // show score previews
  steps: "decision" | "turn"; // of a replay
  pace: "slow" | "normal" | "fast"; // of a replay that plays by itself
  coached: string[]; // games whose coach has been seen or turned off
  welcomed: string[]; // games whose first card has been read
}

const DEFAULTS: Settings = {
  language: "auto",
  theme: "auto",
  motion: "auto",
  speed: "normal",
  sound: false,
  confirm: true,
  ends: false,
  plans: false,
  keys: true,
  prospects: true,
  steps: "decision",
  pace: "normal",
  coached: [],
  welcomed: [],
};
const KEY = "ziggurat";

function stored(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>;
  } catch {
    return {}; // no storage, or not ours
  }
}

export const settings: Settings = $state({ ...DEFAULTS, ...stored() });
chooseLanguageBy(() => settings.language);

/** Change a setting, and remember it where the browser lets us. */
export function set<K extends keyof Settings>(key: K, value: Settings[K]): void {
  settings[key] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // It holds until the page is closed.
  }
}

/** Whether a key may be a shortcut: if letters are off, only keys that are not characters. */
export const mayBeShortcut = ({ key }: KeyboardEvent): boolean => settings.keys || key.length > 1 || key === " ";

/** Whether animations are on. */
export function moving(): boolean {
  if (settings.motion !== "auto") return settings.motion === "full";
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
