/** Where the cards go: beside the map or below it, whichever leaves the map larger, in sizes for eyes and fingers. */

import type { Frame } from "./geometry";

export interface Layout {
  whole: Frame; // everything drawn
  offer: Frame; // the cards
  across: boolean; // in a row below the map; else in a column beside it
  scale: number; // pixels to a unit
}

const GAP = 14; // pixels between map and cards
const ROW = 50; // pixels
const CONTROLS = 48; // pixels in the lower right corner that the page's zoom buttons take

export function layout(map: Frame, box: { width: number; height: number }): Layout {
  const { width, height } = box;
  const column = Math.min(132, Math.max(64, width * 0.115));
  const beside = Math.min((width - column - GAP) / map.width, height / map.height);
  const below = Math.min(width / map.width, (height - ROW - GAP) / map.height);
  return below > beside ? row(map, box, below) : col(map, box, beside, column / beside);
}

const GAIN = 1.12; // a map is turned if that makes it so many times as large

/** The map as it lies, or turned by a quarter, with its north to the left, where that leaves it clearly larger: the land
 *  of two is higher than it is wide, and desks are not. */
export function turning(map: Frame, box: { width: number; height: number }): Layout & { turned: boolean } {
  const [upright, lying] = [layout(map, box), layout(quarter(map), box)];
  const turned = lying.scale > GAIN * upright.scale;
  return { ...(turned ? lying : upright), turned };
}

const quarter = ({ x, y, width, height }: Frame): Frame => ({ x: y, y: -(x + width), width: height, height: width });

const READABLE = { near: 11, far: 9.2 }; // pixels of a hexagon's name, on a large map and on a small one
const LARGEST = 25; // units: more does not fit

/** How large the hexagons' names are written, in units of the map. */
export const nameSize = (scale: number): number =>
  Math.min(LARGEST, Math.max(10, (scale < 0.55 ? READABLE.far : READABLE.near) / scale));

function row(map: Frame, box: { height: number }, scale: number): Layout {
  const gap = GAP / scale;
  const spare = box.height / scale - map.height - gap - ROW / scale; // half of it lies below the cards
  const kept = spare / 2 < CONTROLS / scale ? CONTROLS / scale : 0;
  const offer = { x: map.x, y: map.y + map.height + gap, width: map.width - kept, height: ROW / scale };
  return { whole: { ...map, height: map.height + gap + ROW / scale + 4 }, offer, across: true, scale };
}

function col(map: Frame, box: { width: number }, scale: number, column: number): Layout {
  const gap = GAP / scale;
  const spare = box.width / scale - map.width - gap - column;
  const kept = spare / 2 < CONTROLS / scale ? CONTROLS / scale : 0;
  const offer = { x: map.x + map.width + gap, y: map.y, width: column, height: map.height - kept };
  return { whole: { ...map, width: map.width + gap + column + 4 }, offer, across: false, scale };
}
