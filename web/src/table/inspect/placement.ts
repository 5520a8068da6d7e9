/** Places the inspector's card above, below or beside a thing, inside the window. */

interface Size {
  width: number;
  height: number;
}
interface Area extends Size {
  x: number;
  y: number;
}

const GAP = 8; // pixels between the thing and the card, and to the window's edges

/** The upper left corner of a card of this size beside a thing, in a window of which `below` pixels are covered. */
export function placed(thing: Area, card: Size, screen: Size, below = 0): { x: number; y: number } {
  const room = screen.height - below;
  const middle = thing.x + thing.width / 2 - card.width / 2;
  const above = thing.y - GAP - card.height;
  const under = thing.y + thing.height + GAP;
  if (above >= GAP) return { x: within(middle, card.width, screen.width), y: within(above, card.height, room) };
  if (under + card.height + GAP <= room)
    return { x: within(middle, card.width, screen.width), y: within(under, card.height, room) };
  const right = thing.x + thing.width + GAP;
  const left = thing.x - GAP - card.width;
  const y = within(thing.y + thing.height / 2 - card.height / 2, card.height, room);
  if (right + card.width + GAP <= screen.width) return { x: within(right, card.width, screen.width), y };
  if (left >= GAP) return { x: within(left, card.width, screen.width), y };
  // Nowhere beside it: where it hides the least of it.
  const low = thing.y + thing.height / 2 < room / 2;
  return {
    x: within(middle, card.width, screen.width),
    y: within(low ? room : 0, card.height, room),
  };
}

const within = (from: number, length: number, room: number): number =>
  Math.max(GAP, Math.min(from, room - length - GAP));
