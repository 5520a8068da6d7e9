/** Where the garden's squares, edges and corners are drawn: terraces seen from above the river, square a1 at the back.
 *  Positions come from the names of the places alone; how high a square stands is in the view. */

export interface Point {
  x: number;
  y: number;
}

const HALF_WIDTH = 100; // of a square's top, from its middle to its left or right corner
const HALF_HEIGHT = 60;
export const LIFT = 38; // from one floor to the next
export const SIDE = Math.hypot(HALF_WIDTH, HALF_HEIGHT); // of a square
const LAST = 4; // the line of the grid at the river

/** The corner of the grid below row `row` and column `column` lines (0 to 4), on a floor. The origin is the back. */
export const corner = (row: number, column: number, floor: number): Point => ({
  x: (column - row) * HALF_WIDTH,
  y: (column + row) * HALF_HEIGHT - (floor - 1) * LIFT,
});

export const rowOf = (square: string): number => square.charCodeAt(0) - "a".charCodeAt(0);
export const columnOf = (square: string): number => Number(square.slice(1)) - 1;

export const mix = (a: Point, b: Point, share: number): Point => ({
  x: a.x + (b.x - a.x) * share,
  y: a.y + (b.y - a.y) * share,
});

export const outline = (points: Point[]): string => points.map(({ x, y }) => `${round(x)},${round(y)}`).join(" ");
export const round = (value: number): number => Math.round(value * 10) / 10;

/** The four corners of a square's top: back, right, front, left. */
export function top(square: string, floor: number): [Point, Point, Point, Point] {
  const [row, column] = [rowOf(square), columnOf(square)];
  return [
    corner(row, column, floor),
    corner(row, column + 1, floor),
    corner(row + 1, column + 1, floor),
    corner(row + 1, column, floor),
  ];
}

export function middle(square: string, floor: number): Point {
  return corner(rowOf(square) + 0.5, columnOf(square) + 0.5, floor);
}

/** The walls that carry a square: towards the front left (below its row) and the front right (beside its column). */
export function walls(square: string, floor: number, below: number, beside: number): { left: Point[]; right: Point[] } {
  const [, right, front, left] = top(square, floor);
  const drop = (point: Point, floors: number): Point => ({ x: point.x, y: point.y + floors * LIFT });
  return {
    left: [left, front, drop(front, floor - below), drop(left, floor - below)],
    right: [front, right, drop(right, floor - beside), drop(front, floor - beside)],
  };
}

/** An edge by its place, such as "c1-d1": its two squares and the two corners of the grid it runs between. */
interface EdgeLine {
  squares: [string, string];
  ends: [string, string]; // corners, as "row,column"
  across: boolean; // between two columns: it runs from the back right to the front left
}

export function edgeLine(edge: string): EdgeLine {
  const [first, second] = edge.split("-") as [string, string];
  const [row, column] = [rowOf(second), columnOf(second)];
  const across = rowOf(first) === row;
  const ends: [string, string] = across
    ? [`${row},${column}`, `${row + 1},${column}`]
    : [`${row},${column}`, `${row},${column + 1}`];
  return { squares: [first, second], ends, across };
}

/** A channel's bed on a floor: the line it runs along, and a band around it. It lies at the foot of a wall. */
export function channel(edge: string, floor: number, walled: boolean): { from: Point; to: Point } {
  const { squares, across } = edgeLine(edge);
  const second = squares[1];
  const [row, column] = [rowOf(second), columnOf(second)];
  // At the foot of a wall the bed moves to the lower square, clear of the wall.
  const away = walled ? 0.11 : 0;
  return across
    ? { from: corner(row, column + away, floor), to: corner(row + 1, column + away, floor) }
    : { from: corner(row + away, column, floor), to: corner(row + away, column + 1, floor) };
}

/** A band of some width around a line, as the points of a polygon; slanted at its ends along the other direction. */
export function band(from: Point, to: Point, across: boolean, half: number): Point[] {
  const [dx, dy] = [((across ? 1 : -1) * half * HALF_WIDTH) / SIDE, (half * HALF_HEIGHT) / SIDE];
  return [
    { x: from.x - dx, y: from.y - dy },
    { x: to.x - dx, y: to.y - dy },
    { x: to.x + dx, y: to.y + dy },
    { x: from.x + dx, y: from.y + dy },
  ];
}

/** Whether an edge ends at the river, which runs along the last row and column. */
const atRiver = (edge: string): boolean => edgeLine(edge).ends.some((end) => end.split(",").map(Number).includes(LAST));

/** The way water takes to an edge: full edges from the river, and the edge itself, in order. */
export function waterWay(edge: string, full: ReadonlySet<string>): string[] {
  const ways: string[][] = [[edge]];
  const seen = new Set([edge]);
  for (const way of ways) {
    if (atRiver(way[0]!)) return way;
    const { ends } = edgeLine(way[0]!);
    for (const next of full) {
      if (seen.has(next) || !edgeLine(next).ends.some((end) => ends.includes(end))) continue;
      seen.add(next);
      ways.push([next, ...way]);
    }
  }
  return [edge];
}
