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
  city: { width: number; height: number };
  road: Point[]; // the caravan's way, a corner or a city at a time, from the first city round to it again
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
  width: 1340,
  height: 1000,
  garden: { x: 670, y: 204, scale: 1 },
  temples: { x: 176, y: 52, scale: 1 },
  court: { x: 812, y: 52, scale: 1 },
  fields: { x: 176, y: 694, scale: 1 },
  crafts: { x: 842, y: 706, scale: 1 },
  passing: { x: 1010, y: 596, scale: 1 },
  tally: { x: 176, y: 596, scale: 1 },
  city: { width: 150, height: 112 },
  ...ring([
    city(670, 918),
    at(670, 976),
    at(84, 976),
    city(84, 836),
    city(84, 612),
    city(84, 388),
    city(84, 164),
    at(84, 26),
    at(1256, 26),
    city(1256, 164),
    city(1256, 388),
    city(1256, 612),
    city(1256, 836),
    at(1256, 976),
    at(670, 976),
  ]),
};

export const TALL: Layout = {
  tall: true,
  width: 840,
  height: 2260,
  garden: { x: 420, y: 134, scale: 0.98 },
  crafts: { x: 20, y: 826, scale: 2.42 },
  tally: { x: 20, y: 720, scale: 1 },
  passing: { x: 660, y: 720, scale: 1 },
  fields: { x: 20, y: 1440, scale: 1.6 },
  temples: { x: 20, y: 1880, scale: 1.4 },
  court: { x: 20, y: 2140, scale: 1.5 },
  city: { width: 150, height: 112 },
  ...ring([
    city(420, 918),
    at(420, 976),
    at(84, 976),
  ]),
};
