/** What somebody chose for this browser. It never leaves it. */

import { chooseLanguageBy, type Language } from "../languages/language.svelte";

export interface Settings {
  language: Language | "auto";
  theme: "auto" | "light" | "dark";
  motion: "auto" | "full" | "none";
  speed: "slow" | "normal" | "fast"; // of what moves
  sound: boolean;
  confirm: boolean; // ask before what cannot be taken back
  ends: boolean; // end by itself what is complete
  plans: boolean; // choose the next decision while others think
  keys: boolean; // letters are shortcuts at a table; whoever speaks to their computer does not want that
  prospects: boolean; // the page counts what things would score
  steps: "decision" | "turn"; // of a replay
  pace: "slow" | "normal" | "fast"; // at which one plays by itself
  coached: string[]; // games whose coach has been seen or sent away
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

/** Whether a key may do something by itself: where letters are not wanted as shortcuts, only those that are none. */
export const mayBeShortcut = ({ key }: KeyboardEvent): boolean => settings.keys || key.length > 1 || key === " ";

/** Whether things may move. */
export function moving(): boolean {
  if (settings.motion !== "auto") return settings.motion === "full";
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
