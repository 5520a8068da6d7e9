/** Where the parts of the picture lie: a wide arrangement with the caravan's road around everything, and a tall one for
 *  phones held upright, part below part. */

import type { Point } from "./geometry";

export interface Spot extends Point {
  scale: number;
}

export interface Layout {
  tall: boolean;
  width: number;
  height: number;
  garden: Spot; // the back corner of the garden
  temples: Spot; // upper left corners of the others
  court: Spot;
  fields: Spot;
  crafts: Spot;
  passing: Spot;
  tally: Spot;
  cities: Point[]; // middles of their plaques, clockwise from the first space of the ring
  city: { width: number; height: number; scale: number };
  road: Point[]; // the caravan's way, a corner or a city at a time, from the first city round to it again
  palms: Point[]; // feet of the palms by the road
  dunes: Point[];
  stops: number[]; // which point of the road each city is
}

function ring(points: (Point & { city?: boolean })[]): Pick<Layout, "cities" | "road" | "stops"> {
  const stops = points.flatMap((point, at) => (point.city ? [at] : []));
  return { road: points.map(({ x, y }) => ({ x, y })), cities: stops.map((at) => points[at]!), stops };
}

const at = (x: number, y: number): Point => ({ x, y });
const city = (x: number, y: number): Point & { city: boolean } => ({ x, y, city: true });

export const WIDE: Layout = {
  tall: false,
  palms: [
    at(30, 300),
    at(54, 312),
    at(132, 736),
    at(40, 720),
    at(1402, 298),
    at(1496, 312),
    at(1474, 300),
    at(1490, 742),
    at(196, 322),
    at(1336, 318),
    at(500, 956),
    at(522, 962),
    at(782, 700),
  ],
  dunes: [at(20, 60), at(1370, 84), at(118, 300), at(1364, 500), at(540, 100), at(20, 540), at(1400, 730)],
  width: 1530,
  height: 1000,
  garden: { x: 670, y: 204, scale: 1 },
  temples: { x: 176, y: 52, scale: 1 },
  court: { x: 902, y: 50, scale: 1.3 },
  fields: { x: 176, y: 694, scale: 1 },
  crafts: { x: 896, y: 664, scale: 1.29 },
  passing: { x: 1200, y: 566, scale: 1 },
  tally: { x: 176, y: 596, scale: 1 },
  city: { width: 150, height: 112, scale: 1 },
  ...ring([
    city(670, 918),
    at(670, 976),
    at(84, 976),
    city(84, 836),
    city(84, 612),
    city(84, 388),
    city(84, 164),
    at(84, 26),
    at(1446, 26),
    city(1446, 164),
    city(1446, 388),
    city(1446, 612),
    city(1446, 836),
    at(1446, 976),
    at(670, 976),
  ]),
};

export const TALL: Layout = {
  tall: true,
  palms: [
    at(60, 300),
    at(92, 312),
    at(770, 290),
    at(300, 1700),
    at(330, 1712),
    at(520, 1680),
    at(60, 2200),
    at(780, 2060),
  ],
  dunes: [at(40, 200), at(700, 190), at(260, 1560), at(470, 1640), at(30, 2050), at(710, 2280)],
  width: 840,
  height: 3220,
  garden: { x: 420, y: 132, scale: 1 },
  tally: { x: 28, y: 640, scale: 1.15 },
  passing: { x: 630, y: 640, scale: 1.15 },
  crafts: { x: 26, y: 776, scale: 2.2 },
  fields: { x: 156, y: 1916, scale: 1.7 },
  temples: { x: 26, y: 2400, scale: 2.15 },
  court: { x: 26, y: 2800, scale: 2.27 },
  city: { width: 150, height: 112, scale: 1.26 },
  ...ring([
    city(420, 1810),
    city(106, 1810),
    city(106, 1606),
    city(106, 1402),
    city(315, 1402),
    city(525, 1402),
    city(734, 1402),
    city(734, 1606),
    city(734, 1810),
  ]),
};

const ROW = 260; // what a row of craft groups takes of the tall picture

/** Two players have one row of craft groups: what lies below it in the tall picture moves up. */
function raised(layout: Layout): Layout {
  const below = layout.crafts.y + ROW;
  const up = <P extends Point>(point: P): P => (point.y > below ? { ...point, y: point.y - ROW } : point);
  return {
    ...layout,
    height: layout.height - ROW,
    palms: layout.palms.map(up),
    dunes: layout.dunes.map(up),
    temples: up(layout.temples),
    court: up(layout.court),
    fields: up(layout.fields),
    cities: layout.cities.map(up),
    road: layout.road.map(up),
  };
}
const TALL_FOR_TWO = raised(TALL);

/** The arrangement for a box, narrow or not, and a number of players. */
export function arrange(narrow: boolean, seats: number): Layout {
  if (!narrow) return WIDE;
  return seats === 2 ? TALL_FOR_TWO : TALL;
}
