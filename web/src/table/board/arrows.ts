/** Arrow keys move among places as the eye does: to the nearest one in that direction. */

export type Direction = "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight";

/** The middle of a thing. */
export interface Spot {
  x: number;
  y: number;
}

/** A place that can be chosen; some are on the page twice. */
interface AliveSpot extends Spot {
  element: Element & HTMLOrSVGElement;
}

const ALONG: Record<Direction, [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};
const ASIDE = 2.2; // how much worse it is to go aside than to go along

export const isDirection = (key: string): key is Direction => key in ALONG;

/** The nearest spot in a direction; none: there is nothing that way. */
export function next<Some extends Spot>(spots: Some[], from: Spot, direction: Direction): Some | null {
  const [dx, dy] = ALONG[direction];
  let best: Some | null = null;
  let least = Infinity;
  for (const spot of spots) {
    const [x, y] = [spot.x - from.x, spot.y - from.y];
    const along = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    if (along < 1 || aside > along * 4) continue;
    const cost = along + aside * ASIDE;
    if (cost < least) [best, least] = [spot, cost];
  }
  return best;
}

/** Where to begin: the spot furthest up, then left. */
export function first<Some extends Spot>(spots: Some[]): Some | null {
  return spots.reduce<Some | null>(
    (best, spot) => (best && best.y * 3 + best.x <= spot.y * 3 + spot.x ? best : spot),
    null,
  );
}

/** The places on the page that can be chosen, with their middles. */
export function aliveSpots(root: ParentNode): AliveSpot[] {
  return [
    ...root.querySelectorAll<AliveSpot["element"]>("[data-place][tabindex='0'], button[data-place]:not(:disabled)"),
  ].flatMap((element) => {
    const box = element.getBoundingClientRect();
    return box.width || box.height ? { element, x: box.x + box.width / 2, y: box.y + box.height / 2 } : [];
  });
}

/** The element of a place. */
export function elementOf(place: string): (Element & HTMLOrSVGElement) | null {
  return document.querySelector(`[data-place="${CSS.escape(place)}"]`);
}
