/** Everything on a page that can be inspected: places and elements with `data-about`. */

import { isDirection, next, type Direction } from "../state/arrowKeys";

const THINGS = "[data-place], [data-about]";

export interface Thing {
  name: string;
  element: Element;
}

/** The innermost thing at an element; none: there is nothing to say about it. */
export function thingAt(element: EventTarget | null): Thing | null {
  const thing = element instanceof Element ? element.closest(THINGS) : null;
  const name = thing?.getAttribute("data-about") ?? thing?.getAttribute("data-place");
  return thing && name ? { name, element: thing } : null;
}

/** All things in sight, with their middles. */
function spots(root: ParentNode): (Thing & { x: number; y: number })[] {
  return [...root.querySelectorAll(THINGS)].flatMap((element) => {
    const thing = thingAt(element);
    const box = element.getBoundingClientRect();
    const seen = box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight;
    return thing && seen ? { ...thing, x: box.x + box.width / 2, y: box.y + box.height / 2 } : [];
  });
}

/** The nearest thing in a direction; without a start, the first. */
export function beside(root: ParentNode, from: Thing | null, direction: Direction): Thing | null {
  const all = spots(root);
  if (!from) return all[0] ?? null;
  const box = from.element.getBoundingClientRect();
  const here = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  return next(
    all.filter(({ name }) => name !== from.name),
    here,
    direction,
  );
}

/** The first thing of the board. */
export const firstThing = (root: ParentNode): Thing | null => spots(root)[0] ?? null;

export { isDirection };
