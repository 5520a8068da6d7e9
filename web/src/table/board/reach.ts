/** What a tap means. A fingertip covers about 44 pixels: a tap chooses what is nearest, and asks instead of guessing
 *  where that is ambiguous. */

const REACH = 22; // pixels: half of what a fingertip covers
const SURE = 11; // pixels by which the nearest must be nearer than the next

interface Reached {
  element: Element;
  far: number; // pixels from the point to where it can be hit
}

type Hit = (x: number, y: number) => Element | null;

/** The points looked at, nearest first: the middle, and rings around it. */
const LOOKS: { x: number; y: number; far: number }[] = [{ x: 0, y: 0, far: 0 }];
for (const [far, count] of [
  [5.5, 8],
  [11, 12],
  [16.5, 16],
  [REACH, 20],
] as const)
  for (let at = 0; at < count; at++) {
    const turn = (2 * Math.PI * at) / count;
    LOOKS.push({ x: far * Math.cos(turn), y: far * Math.sin(turn), far });
  }

/** Everything that can be hit within reach of a point, nearest first. `hit` says what is hit at a point: it sees shapes
 *  as they are drawn, and only what lies on top. */
export function reached(x: number, y: number, hit: Hit): Reached[] {
  const distances = new Map<Element, number>();
  for (const look of LOOKS) {
    const element = hit(x + look.x, y + look.y);
    if (element && !distances.has(element)) distances.set(element, look.far);
  }
  return [...distances].map(([element, far]) => ({ element, far }));
}

/** What a tap means: one thing, several that it could be, or nothing. */
export function meant(x: number, y: number, hit: Hit): { one: Element } | { several: Element[] } | null {
  const candidates = reached(x, y, hit);
  const [nearest, next] = candidates;
  if (!nearest) return null;
  if (!next || next.far - nearest.far >= SURE || (nearest.far === 0 && wide(nearest.element, x, y, hit)))
    return { one: nearest.element };
  return { several: candidates.map(({ element }) => element) };
}

/** Whether a thing fills a fingertip's square around a point: then it is unambiguous. */
function wide(element: Element, x: number, y: number, hit: Hit): boolean {
  const room = (dx: number, dy: number): number => {
    let far = 0;
    while (far < 2 * REACH && hit(x + dx * (far + 2), y + dy * (far + 2)) === element) far += 2;
    return far;
  };
  return room(-1, 0) + room(1, 0) >= 2 * REACH - 4 && room(0, -1) + room(0, 1) >= 2 * REACH - 4;
}

/** The innermost place at a point of the window, of those that will do. */
export function placeAt(x: number, y: number, does: (place: Element) => boolean): Element | null {
  for (
    let place = document.elementFromPoint(x, y)?.closest("[data-place]");
    place;
    place = place.parentElement?.closest("[data-place]")
  )
    if (does(place)) return place;
  return null;
}
