/** Arrow keys move the focus to the nearest choosable place in that direction; every place can be reached. */

export type Direction = "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight";

/** The middle of a thing. */
export interface Spot {
  x: number;
  y: number;
}

/** Something that can be chosen; some places are on the page twice. */
interface AliveSpot extends Spot {
  element: Element & HTMLOrSVGElement;
}

const ALONG: Record<Direction, [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};
const WIDE = 4; // how far aside, for each step along, is still that way if nothing lies straighter

export const isDirection = (key: string): key is Direction => key in ALONG;

/** The nearest spot in a direction; none: there is nothing that way.
 *
 *  First in the quarter of the plane around the direction, then in a wider angle. The nearest is the one with the
 *  shortest way along and aside together: by that measure a step towards a spot never leads further away from it, so
 *  whoever keeps pressing the arrow that points at a spot gets there. Each spot lies in exactly one quarter.
 */
export function next<Some extends Spot>(spots: Some[], from: Spot, direction: Direction): Some | null {
  const [dx, dy] = ALONG[direction];
  let best: Some | null = null;
  let least = Infinity;
  let straight = false;
  for (const spot of spots) {
    const [x, y] = [spot.x - from.x, spot.y - from.y];
    const along = x * dx + y * dy;
    const side = y * dx - x * dy;
    const aside = Math.abs(side);
    const inQuarter = -along <= side && side < along;
    if (along <= 0 || (straight && !inQuarter) || (!inQuarter && (along < 1 || aside > along * WIDE))) continue;
    const cost = along + aside;
    if (cost < least || (inQuarter && !straight)) [best, least, straight] = [spot, cost, inQuarter];
  }
  return best;
}

/** The nearest spot, wherever it lies. */
export function nearest<Some extends Spot>(spots: Some[], from: Spot): Some | null {
  const far = (spot: Spot) => Math.abs(spot.x - from.x) + Math.abs(spot.y - from.y);
  return spots.reduce<Some | null>((best, spot) => (best && far(best) <= far(spot) ? best : spot), null);
}

/** Moves spots that lie upon each other beside each other, so that each can be reached. */
export function apart<Some extends Spot>(spots: Some[]): Some[] {
  const placed: Some[] = [];
  const taken = (x: number, y: number) => placed.some((one) => Math.abs(one.x - x) < 1 && Math.abs(one.y - y) < 1);
  for (const spot of spots) {
    let { x } = spot;
    while (taken(x, spot.y)) x += 2;
    placed.push({ ...spot, x });
  }
  return placed;
}

/** Where to begin: the spot furthest up, then left. */
export function first<Some extends Spot>(spots: Some[]): Some | null {
  return spots.reduce<Some | null>(
    (best, spot) => (best && best.y * 3 + best.x <= spot.y * 3 + spot.x ? best : spot),
    null,
  );
}

/** What can be chosen: places of the board and the hand, and buttons of the bar. A button in the hand that cannot be
 *  chosen now is a place, too, but has another `tabindex`. */
const CHOOSABLE = [
  "[data-place][tabindex='0']",
  "[data-decisions] .choices button:not(:disabled)",
  "[data-decisions] .confirm button:not(:disabled)",
].join();

/** Everything on the page that can be chosen, with its middle. */
export function aliveSpots(root: ParentNode): AliveSpot[] {
  return apart(
    [...root.querySelectorAll<AliveSpot["element"]>(CHOOSABLE)].flatMap((element) => {
      const box = element.getBoundingClientRect();
      return box.width || box.height ? { element, x: box.x + box.width / 2, y: box.y + box.height / 2 } : [];
    }),
  );
}

/** The element of a place. */
export function elementOf(place: string): (Element & HTMLOrSVGElement) | null {
  return document.querySelector(`[data-place="${CSS.escape(place)}"]`);
}
