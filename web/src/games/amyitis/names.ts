/** What places are called by those who see them: "group 2", "caravan to Mari", "temple of Ishtar". */

import type { View } from "../../generated/amyitis";
import { cityName, label, nameOf, words, templeName } from "./words";

const NAMES: Record<string, (name: string) => string> = {
  group: (group) => words("short:group", { group }),
  craft: (card) => nameOf(card.split(":")[1] ?? ""),
  city: (city) => words("short:city", { city: cityName(city) }),
  field: nameOf,
  temple: (temple) => words("short:temple", { temple: templeName(temple) }),
  edge: (edge) => words("short:edge", { edge }),
  square: (square) => words("short:square", { square }),
  court: nameOf,
  have: nameOf,
};

export function name(place: string, view: View, names: string[]): string {
  const [, kind = "", which] = /^(\w+)(?::(.*))?$/.exec(place) ?? [];
  return (which && NAMES[kind]?.(which)) || label(place, view, names);
}
