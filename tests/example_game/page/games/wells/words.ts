/** What the table asks, and every place in words. */

import type { View } from "../../generated/wells";
import { gameWords } from "../kit";
import { en } from "./en";

type Key = keyof typeof en;

export const { messages, refusals, words } = gameWords<Key>(
  en,
  import.meta.glob("../../languages/*/{games,refusals}/wells.ts", { eager: true, import: "default" }),
);

export const question = (view: View, mine: boolean): { key: Key } => ({
  key: view.over ? "game over" : `${mine ? "ask" : "wait"}:${view.phase}`,
});

export function label(place: string, view: View, names: string[]): string {
  if (place === "die") return words("die");
  const well = view.wells.find((found) => `well:${found.place}` === place);
  if (!well) return place;
  if (well.seat === null) return words("free", { place: well.place });
  const name = names[well.seat] ?? "";
  return well.water ? words("water", { place: well.place, n: well.water, name }) : words("claimed", { place: well.place, name });
}

/** What those who see a place call it. */
export const name = (place: string): string => (place === "die" ? words("die") : (place.split(":")[1] ?? place));

export const describe = (view: View, names: string[]): { heading: string; lines: string[] }[] => [
  { heading: words("wells"), lines: view.wells.map(({ place }) => label(`well:${place}`, view, names)) },
];
