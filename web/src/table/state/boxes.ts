/** The boxes of places in the window. */

import { elementOf } from "./arrowKeys";

export type Boxes = ReadonlyMap<string, DOMRect>;

export function measure(places: Iterable<string>): Boxes {
  const boxes = new Map<string, DOMRect>();
  for (const place of new Set(places)) {
    const box = elementOf(place)?.getBoundingClientRect();
    if (box && (box.width || box.height)) boxes.set(place, box);
  }
  return boxes;
}
