/** How a seat's connected tokens hang together, to be drawn from the city outwards. Which they are, the server says. */

import type { Link } from "../kit";
import { beside, hexNamed, type Hex } from "./board/geometry";

/** Lines from a hexagon to others, each from one that has been reached: neighbours first, else over the shortest gap
 *  (free land and rivers connect with cards 8 and 9). */
export function connection(from: string, names: string[], seats: number): Link[] {
  const start = hexNamed(from);
  if (!start) return [];
  const left = new Set(names.flatMap((name) => hexNamed(name) ?? []));
  const reached = [start];
  const links: Link[] = [];
  const reach = (by: Hex, hex: Hex) => {
    left.delete(hex);
    reached.push(hex);
    links.push([by.place, hex.place]);
  };
  for (let at = 0; left.size > 0; at++) {
    const by = reached[at];
    if (by) for (const hex of beside(by, seats)) if (left.has(hex)) reach(by, hex);
    if (!by) reach(...nearest(reached, [...left]));
  }
  return links;
}

function nearest(reached: Hex[], left: Hex[]): [Hex, Hex] {
  const pairs = left.flatMap((to) => reached.map((by): [Hex, Hex] => [by, to]));
  const far = ([a, b]: [Hex, Hex]): number => Math.hypot(a.x - b.x, a.y - b.y);
  return pairs.reduce((best, pair) => (far(pair) < far(best) ? pair : best));
}
