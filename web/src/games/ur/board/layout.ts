/** Where things lie, in the units of the drawing: a tile is 100 wide. */

import type { Field } from "../../../generated/ur";

export const SIDE = 6;
export const TILE = 100;
export const PITCH = 112; // from one tile to the next
export const SQUARE = SIDE * PITCH - (PITCH - TILE);
export const FRAME = 44; // around the square, for the names of columns and rows

/** The upper left corner of a field's tile, by its place in the view: row by row from the north. */
export function corner(at: number): { x: number; y: number } {
  return { x: (at % SIDE) * PITCH, y: Math.floor(at / SIDE) * PITCH };
}

/** The middle of a field by its name: `a1` in the north-west. */
export function middle(place: string): { x: number; y: number } {
  const column = place.charCodeAt(0) - "a".charCodeAt(0);
  const row = Number(place.slice(1)) - 1;
  return { x: column * PITCH + TILE / 2, y: row * PITCH + TILE / 2 };
}

const RIM = 4.5; // how far the mat of a territory shows around its tiles

/** The ground of all fields of one seat as one shape: fields beside each other grow together. */
export function territory(fields: Field[], seat: number): string {
  const isOwn = (at: number) => fields[at]?.seat === seat && !fields[at]?.ziggurat;
  const east = (at: number) => at % SIDE < SIDE - 1 && isOwn(at + 1);
  const south = (at: number) => isOwn(at + SIDE);
  let path = "";
  for (let at = 0; at < fields.length; at++) {
    if (!isOwn(at)) continue;
    const { x, y } = corner(at);
    path += rounded(x - RIM, y - RIM, TILE + 2 * RIM, TILE + 2 * RIM);
    if (east(at)) path += box(x + TILE / 2, y - RIM, PITCH, TILE + 2 * RIM);
    if (south(at)) path += box(x - RIM, y + TILE / 2, TILE + 2 * RIM, PITCH);
    if (east(at) && south(at) && isOwn(at + SIDE + 1)) path += box(x + TILE / 2, y + TILE / 2, PITCH, PITCH);
  }
  return path;
}

const box = (x: number, y: number, width: number, height: number): string => `M${x} ${y}h${width}v${height}h${-width}z`;

function rounded(x: number, y: number, width: number, height: number): string {
  const r = 12;
  const turn = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  return (
    `M${x + r} ${y}h${width - 2 * r}${turn(r, r)}v${height - 2 * r}${turn(-r, r)}` +
    `h${2 * r - width}${turn(-r, -r)}v${2 * r - height}${turn(r, -r)}z`
  );
}
