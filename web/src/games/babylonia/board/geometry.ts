/** Where everything lies on the map: flat-topped hexagons in double-height coordinates, as the engine's board has them.
 *  Corners fall on a lattice of whole numbers (x in half sides, y in rows), so outlines join without rounding. */

import babylonia from "../../../generated/printed.babylonia.json";

export interface Hex {
  name: string;
  place: string; // as Target knows it
  column: number;
  row: number;
  ground: string; // river, north, central or south
  site: string | null;
  seats: number[]; // seat counts it is in play with
  x: number;
  y: number;
}

export const SIDE = 40;
const STEP_X = 1.5 * SIDE;
export const STEP_Y = (Math.sqrt(3) / 2) * SIDE;

const AROUND = [
  [-2, 0],
  [-1, 1],
  [1, 1],
  [2, 0],
  [1, -1],
  [-1, -1],
] as const;
/** Corners in half sides and rows, clockwise; the edge from corner n to the next faces `AROUND[n]`. */
const CORNERS = [
  [-1, -1],
  [1, -1],
  [2, 0],
  [1, 1],
  [-1, 1],
  [-2, 0],
] as const;

export const HEXES: Hex[] = babylonia.hexes.map((hex) => ({
  ...hex,
  place: `hex:${hex.name}`,
  x: STEP_X * hex.column,
  y: STEP_Y * hex.row,
}));

const key = (row: number, column: number): string => `${row},${column}`;
const AT = new Map(HEXES.map((hex) => [key(hex.row, hex.column), hex]));
const BY_NAME = new Map(HEXES.map((hex) => [hex.name, hex]));

export const hexNamed = (name: string): Hex | undefined => BY_NAME.get(name);
export const inPlay = (hex: Hex, seats: number): boolean => hex.seats.includes(seats);

/** The hexagons beside one, those in play first asked for. */
export function beside(hex: Hex, seats: number): Hex[] {
  return AROUND.flatMap(([down, right]) => AT.get(key(hex.row + down, hex.column + right)) ?? []).filter((other) =>
    inPlay(other, seats),
  );
}

/** A hexagon around the origin, `share` of full size. */
export function hexagon(share = 1): string {
  const corners = CORNERS.map(([x, y]) => `${round((x * SIDE * share) / 2)} ${round(y * STEP_Y * share)}`);
  return `M${corners.join("L")}Z`;
}

type Cell = Pick<Hex, "row" | "column">;
type Point = [x: number, y: number];

/** The outlines of hexagons that lie together, as loops of corners. */
export function outlines(cells: Cell[]): Point[][] {
  const inside = new Set(cells.map((cell) => key(cell.row, cell.column)));
  const next = new Map<string, Point>();
  const corner = (cell: Cell, at: number): Point => {
    const [x, y] = CORNERS[at % 6]!;
    return [3 * cell.column + x, cell.row + y];
  };
  for (const cell of cells)
    AROUND.forEach(([down, right], at) => {
      if (!inside.has(key(cell.row + down, cell.column + right)))
        next.set(String(corner(cell, at)), corner(cell, at + 1));
    });
  const loops: Point[][] = [];
  while (next.size) {
    const loop: Point[] = [];
    let from = next.keys().next().value!;
    for (let to = next.get(from); to; to = next.get(from)) {
      next.delete(from);
      loop.push([(to[0] * SIDE) / 2, to[1] * STEP_Y]);
      from = String(to);
    }
    loops.push(loop);
  }
  return loops;
}

/** Outlines with their corners. */
export function sharp(loops: Point[][]): string {
  return loops.map((loop) => `M${loop.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}Z`).join("");
}

/** Outlines worn soft: a curve from the middle of each edge to the middle of the next. */
export function soft(loops: Point[][]): string {
  return loops
    .map((loop) => {
      const middle = (at: number): string => half(loop[at % loop.length]!, loop[(at + 1) % loop.length]!);
      const bends = loop.map(
        (_, at) =>
          `Q${round(loop[(at + 1) % loop.length]![0])} ${round(loop[(at + 1) % loop.length]![1])} ${middle(at + 1)}`,
      );
      return `M${middle(0)}${bends.join("")}Z`;
    })
    .join("");
}

const half = (a: Point, b: Point): string => `${round((a[0] + b[0]) / 2)} ${round((a[1] + b[1]) / 2)}`;
const round = (value: number): number => Math.round(value * 10) / 10;

/** Where the water goes on outside the map: straight ahead at a river's ends, and where the edge is all water. */
export function beyond(river: Hex[]): Cell[] {
  const water = new Set(river);
  const at = ({ row, column }: Cell, [down, right]: readonly [number, number], steps = 1) =>
    AT.get(key(row + steps * down, column + steps * right));
  return river.flatMap((hex) =>
    AROUND.flatMap((way) => {
      const cell = { row: hex.row + way[0], column: hex.column + way[1] };
      const coast = AROUND.flatMap((around) => at(cell, around) ?? []);
      const ahead = water.has(at(hex, way, -1)!);
      return !at(hex, way) && (ahead || coast.every((other) => water.has(other))) ? cell : [];
    }),
  );
}

/** The lines between hexagons, each once. */
export function lines(hexes: Hex[]): string {
  const drawn = new Set<string>();
  const inside = new Set(hexes);
  let path = "";
  for (const hex of hexes)
    AROUND.forEach(([down, right], at) => {
      const other = AT.get(key(hex.row + down, hex.column + right));
      if (!other || !inside.has(other) || drawn.has(other.name)) return;
      const [a, b] = [CORNERS[at]!, CORNERS[(at + 1) % 6]!];
      const point = ([x, y]: readonly [number, number]) =>
        `${round(hex.x + (x * SIDE) / 2)} ${round(hex.y + y * STEP_Y)}`;
      drawn.add(hex.name);
      path += `M${point(a)}L${point(b)}`;
    });
  return path;
}

/** Rivers as their water runs: each a curve through its hexagons, from the map's edge to its edge. */
export function courses(river: Hex[]): string[] {
  const left = new Set(river);
  const neighbours = (hex: Hex) =>
    AROUND.flatMap(([down, right]) => AT.get(key(hex.row + down, hex.column + right)) ?? []);
  const flowing = (hex: Hex) => neighbours(hex).filter((other) => left.has(other));
  const curves: string[] = [];
  for (const spring of river.filter((hex) => flowing(hex).length === 1)) {
    if (!left.has(spring)) continue;
    const course: Hex[] = [];
    for (let hex: Hex | undefined = spring; hex; hex = flowing(hex)[0]) {
      left.delete(hex);
      course.push(hex);
    }
    curves.push(curve(course));
  }
  return curves;
}

function curve(course: Hex[]): string {
  const points = course.map((hex): Point => [hex.x, hex.y]);
  const [first, last] = [points[0]!, points.at(-1)!];
  const bends = points
    .slice(1)
    .map((to, at) => `Q${round(points[at]![0])} ${round(points[at]![1])} ${half(points[at]!, to)}`);
  return `M${first[0]} ${round(first[1] - STEP_Y)}${bends.join("")}L${round(last[0])} ${round(last[1] + STEP_Y)}`;
}

export interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The part of the map that is in play, with a little around it. */
export function frame(seats: number, margin: number): Frame {
  const hexes = HEXES.filter((hex) => inPlay(hex, seats));
  const [xs, ys] = [hexes.map((hex) => hex.x), hexes.map((hex) => hex.y)];
  const [x, y] = [Math.min(...xs) - SIDE - margin, Math.min(...ys) - STEP_Y - margin];
  return { x, y, width: Math.max(...xs) + SIDE + margin - x, height: Math.max(...ys) + STEP_Y + margin - y };
}

/** Some number from 0 to 1 that is always the same for a hexagon: where its grass grows. */
export function chance(hex: Cell, salt: number): number {
  const mixed = Math.sin(hex.row * 127.1 + hex.column * 311.7 + salt * 74.7) * 43758.5453;
  return mixed - Math.floor(mixed);
}
